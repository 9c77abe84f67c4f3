import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { MagicLinkForm, postMagicLinkForm } from "@/lib/hosted-pages/forms/magic-link";

export const POST = defineHostedForm(
  {
    operationId: "postMagicLinkForm",
    summary: "Ask for a link and a code by the hosted page's form",
    body: MagicLinkForm,
    page: "sign-in",
    signIn: {
      refusedAs: { kind: "sign_in.mail_request", factor: "magic-link" },
      session: "none",
      limit: "mailPerAddress",
    },
  },
  postMagicLinkForm,
);
