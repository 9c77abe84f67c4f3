import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { AddMemberByOwnerInput, addMemberByOwner } from "@/lib/sign-in/user-organisations/add-member-by-owner";
import { ListMembersByOwnerInput, listMembersByOwner } from "@/lib/sign-in/user-organisations/list-members-by-owner";
import { OrganizationMember, OwnedMemberPage } from "@/lib/sign-in/user-organisations/resource";

const shared = {
  tag: "users",
  auth: "server-key",
  resource: "users",
  params: { projectId: "project", userOrganisationId: "userOrganisation" },
} as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "listProjectOrganizationMembers",
    summary: "List an organisation's members",
    description: "Who joined last comes first.",
    serverKeyScope: "read",
    query: ListMembersByOwnerInput,
    reply: { 200: OwnedMemberPage },
    errors: ["organization_not_found"],
  },
  listMembersByOwner,
);

export const POST = defineRoute(
  {
    ...shared,
    operationId: "addProjectOrganizationMember",
    summary: "Add a user to an organisation",
    description: "Without an invitation, and regardless of the limit on members.",
    serverKeyScope: "read-write",
    body: AddMemberByOwnerInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 201: OrganizationMember },
    errors: ["organization_not_found", "user_not_found", "conflict"],
  },
  addMemberByOwner,
);
