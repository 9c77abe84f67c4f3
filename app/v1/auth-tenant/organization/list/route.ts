import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { listUserOrganisations } from "@/lib/sign-in/user-organisations/list";
import { OrganizationList } from "@/lib/sign-in/user-organisations/resource";

export const GET = defineSignInRoute(
  {
    operationId: "listOrganizations",
    summary: "List the user's organisations",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: OrganizationList },
    signIn: { session: "required", errors: ["ORGANIZATIONS_DISABLED"] },
  },
  listUserOrganisations,
);
