import { MagicLinkForm, postMagicLinkForm } from "@/lib/hosted-pages/forms/magic-link";
import { defineFormRoute } from "@/lib/http/sign-in/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postMagicLinkForm",
    summary: "Ask for a link and a code by the hosted page's form",
    body: MagicLinkForm,
    page: "sign-in",
    signIn: { session: "none", limit: "mailPerAddress" },
  },
  postMagicLinkForm,
);
