import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import {
  CreatedOrganization,
  CreateOrganizationInput,
  createUserOrganisation,
} from "@/lib/sign-in/user-organisations/create";

export const POST = defineSignInRoute(
  {
    operationId: "createOrganization",
    summary: "Create an organisation",
    description: `Its owner is the caller. It becomes the session's active organisation.`,
    tag: "sign-in",
    auth: "public-key",
    body: CreateOrganizationInput,
    reply: { 200: CreatedOrganization },
    signIn: {
      session: "required",
      errors: [
        "ORGANIZATIONS_DISABLED",
        "ORGANIZATION_ALREADY_EXISTS",
        "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION",
        "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS",
      ],
    },
  },
  createUserOrganisation,
);
