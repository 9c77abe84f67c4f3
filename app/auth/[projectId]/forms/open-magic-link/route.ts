import { OpenMagicLinkForm, postOpenMagicLinkForm } from "@/lib/hosted-pages/forms/open-magic-link";
import { defineFormRoute } from "@/lib/http/sign-in/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postOpenMagicLinkForm",
    summary: "Sign in with a mailed link by its page's button",
    body: OpenMagicLinkForm,
    page: "magic-link",
    signIn: { session: "none", limit: "signInPerAddress" },
  },
  postOpenMagicLinkForm,
);
