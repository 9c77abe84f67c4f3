import type { Context } from "@/lib/core/context";
import type { LinkAndCode, MailContents } from "../messages";
import type { TemplateKind } from "./texts";

/**
 * Returns the sample content of a mail of this kind. The link leads to the sign-in page, without a token, and the code
 * was stored nowhere: nobody can sign in with either.
 */
export function sampleContent({ baseUrl }: Context, projectId: string, kind: TemplateKind): MailContents[TemplateKind] {
  const link = `${baseUrl}/auth/${projectId}/sign-in`;
  const both: LinkAndCode = { link, code: "123456", expiresInMinutes: 10 };
  const samples: { [Each in TemplateKind]: MailContents[Each] } = {
    "sign-in": both,
    "email-verification": both,
    "password-reset": both,
    "account-exists": { signInLink: link, resetLink: link },
    "account-locked": { resetLink: link, minutes: 15 },
    "change-email-confirmation": { newEmail: "ada@example.com", link, expiresInMinutes: 60 },
    "change-email-verification": both,
    "email-changed": { newEmail: "ada@example.com" },
    "password-changed": { resetLink: link },
    "password-set": { resetLink: link },
    "account-created": { link, expiresInMinutes: 10_080 },
    "passkey-added": { passkeyName: "Phone" },
    "passkey-removed": { passkeyName: "Phone" },
    "two-factor-enabled": {},
    "two-factor-disabled": {},
    "account-linked": { provider: "google" },
  };
  return samples[kind];
}
