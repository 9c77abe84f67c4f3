import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Status } from "@/lib/sign-in/sessions/replies";
import { CheckSlugInput, checkOrganisationSlug } from "@/lib/sign-in/user-organisations/check-slug";

export const POST = defineSignInRoute(
  {
    operationId: "checkOrganizationSlug",
    summary: "Check whether a slug is free",
    tag: "sign-in",
    auth: "public-key",
    body: CheckSlugInput,
    reply: { 200: Status },
    signIn: { session: "required", errors: ["ORGANIZATIONS_DISABLED", "ORGANIZATION_SLUG_ALREADY_TAKEN"] },
  },
  checkOrganisationSlug,
);
