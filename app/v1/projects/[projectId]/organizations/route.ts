import { defineRoute } from "@/lib/http/api/define-route";
import { MAX_BODY_BYTES } from "@/lib/http/sign-in/read-input";
import {
  CreateOrganisationByOwnerInput,
  createOrganisationByOwner,
} from "@/lib/sign-in/user-organisations/create-by-owner";
import { ListOrganisationsInput, listOrganisationsByOwner } from "@/lib/sign-in/user-organisations/list-by-owner";
import { OwnedOrganization, OwnedOrganizationPage } from "@/lib/sign-in/user-organisations/resource";

const shared = { tag: "users", auth: "server-key", resource: "users", params: { projectId: "project" } } as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "listProjectOrganizations",
    summary: "List a project's organisations of users",
    description: "Newest first.",
    serverKeyScope: "read",
    query: ListOrganisationsInput,
    reply: { 200: OwnedOrganizationPage },
  },
  listOrganisationsByOwner,
);

export const POST = defineRoute(
  {
    ...shared,
    operationId: "createProjectOrganization",
    summary: "Create an organisation of users",
    description: "Works also where users cannot create any.",
    serverKeyScope: "read-write",
    body: CreateOrganisationByOwnerInput,
    maxBytes: MAX_BODY_BYTES,
    reply: { 201: OwnedOrganization },
    errors: ["user_not_found", "slug_taken"],
  },
  createOrganisationByOwner,
);
