import { OpenMagicLinkForm, postOpenMagicLinkForm } from "@/lib/auth/forms/open-magic-link";
import { defineFormRoute } from "@/lib/http/auth/define-form-route";

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
