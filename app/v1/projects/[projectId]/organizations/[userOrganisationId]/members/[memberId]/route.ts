import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import {
  ChangeMemberByOwnerInput,
  changeMemberByOwner,
  removeMemberByOwner,
} from "@/lib/sign-in/user-organisations/change-member-by-owner";
import { OrganizationMember } from "@/lib/sign-in/user-organisations/resource";

const shared = {
  tag: "users",
  auth: "server-key",
  resource: "users",
  params: { projectId: "project", userOrganisationId: "userOrganisation", memberId: "userOrganisationMember" },
  errors: ["organization_member_not_found", "conflict"],
} as const;

export const PATCH = defineRoute(
  {
    ...shared,
    operationId: "updateProjectOrganizationMember",
    summary: "Change a member's role",
    description: "The last owner stays one.",
    serverKeyScope: "read-write",
    body: ChangeMemberByOwnerInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 200: OrganizationMember },
  },
  changeMemberByOwner,
);

export const DELETE = defineRoute(
  {
    ...shared,
    operationId: "removeProjectOrganizationMember",
    summary: "Remove a member",
    description: "Their sessions work in the organisation no more. The last owner stays.",
    serverKeyScope: "read-write",
    reply: { 200: OrganizationMember },
  },
  removeMemberByOwner,
);
