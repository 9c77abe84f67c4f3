import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { OpenMagicLinkForm, postOpenMagicLinkForm } from "@/lib/hosted-pages/forms/open-magic-link";

export const POST = defineHostedForm(
  {
    operationId: "postOpenMagicLinkForm",
    summary: "Sign in with a mailed link by its page's button",
    body: OpenMagicLinkForm,
    page: "magic-link",
    signIn: {
      refusedAs: { kind: "session.sign_in", factor: "magic-link" },
      session: "none",
      limit: "signInPerAddress",
    },
  },
  postOpenMagicLinkForm,
);
