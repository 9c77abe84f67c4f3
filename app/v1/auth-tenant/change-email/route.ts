import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { ChangeEmailInput, requestEmailChange } from "@/lib/sign-in/email/request-change";
import { Status } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "changeEmail",
    summary: "Start a change of address",
    description:
      "The present mailbox confirms it by a link, then the new one. The answer is the same for an address that is taken.",
    tag: "sign-in",
    auth: "public-key",
    body: ChangeEmailInput,
    reply: { 200: Status },
    signIn: {
      refusedAs: { kind: "email.change_request" },
      session: "required",
      limit: "mailPerAddress",
      errors: ["EMAIL_IS_THE_SAME", "SESSION_NOT_FRESH"],
    },
  },
  requestEmailChange,
);
