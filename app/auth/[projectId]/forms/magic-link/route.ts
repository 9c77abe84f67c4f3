import { MagicLinkForm, postMagicLinkForm } from "@/lib/auth/forms/magic-link";
import { defineFormRoute } from "@/lib/http/auth/define-form-route";

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
