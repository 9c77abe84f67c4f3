"use client";

import type { Result } from "../result";
import { useAuth } from "./auth-provider";
import type { MessageKey } from "./messages/en";
import { useProject } from "./use-project";

/** The content of the project's sign-in mails. */
type Content = "both" | "link" | "code";

const WORDS = {
  both: { button: "signIn.mail", sent: "code.sent" },
  link: { button: "signIn.mailLink", sent: "code.sentLink" },
  code: { button: "signIn.mailCode", sent: "code.sentCode" },
} as const satisfies Record<Content, Record<"button" | "sent", MessageKey>>;

/** Returns how the project's sign-in mail is asked for, and the words for it. */
export function useSignInMail() {
  const auth = useAuth();
  const methods = useProject().project?.methods;
  const content: Content = methods?.magicLink === false ? "code" : methods?.emailOtp === false ? "link" : "both";
  return {
    ...WORDS[content],
    hasCode: content !== "link",
    send: (input: { email: string; redirectTo?: string | undefined }): Promise<Result<{ number?: string }>> =>
      content === "code" ? auth.signIn.otpRequest(input) : auth.signIn.magicLink(input),
  };
}
