"use server";

import { z } from "zod";
import { ProjectId, ScimTokenId, SsoConnectionId } from "@/lib/core/id-schemas";
import { ScimRoleInput, setScimRoles } from "@/lib/sign-in/scim/roles/set";
import { showScimRoles } from "@/lib/sign-in/scim/roles/show";
import { createScimToken as createScimTokenVerb } from "@/lib/sign-in/scim/tokens/create";
import { revokeScimToken as revokeScimTokenVerb } from "@/lib/sign-in/scim/tokens/revoke";
import { RotateScimTokenInput, rotateScimToken as rotateScimTokenVerb } from "@/lib/sign-in/scim/tokens/rotate";
import { findOrganisationByOwner } from "@/lib/sign-in/user-organisations/find-by-owner";
import { defineAction } from "@/lib/web/define-action";

const OfConnection = z.object({ projectId: ProjectId, connectionId: SsoConnectionId });
const OfToken = OfConnection.extend({ tokenId: ScimTokenId });
const ofConnection = ["projectId", "connectionId"] as const;

export const createScimToken = defineAction(
  { operationId: "dashboardCreateScimToken", input: OfConnection, args: ofConnection, isForm: true, refreshes: true },
  async (ctx, address) => {
    const { secret, id } = await createScimTokenVerb(ctx, address);
    return { secret, id };
  },
);

export const revokeScimToken = defineAction(
  {
    operationId: "dashboardRevokeScimToken",
    input: OfToken,
    args: [...ofConnection, "tokenId"],
    refreshes: true,
  },
  revokeScimTokenVerb,
);

export const rotateScimToken = defineAction(
  {
    operationId: "dashboardRotateScimToken",
    input: OfToken.extend({ keepSeconds: z.coerce.number().pipe(RotateScimTokenInput.shape.keepSeconds.unwrap()) }),
    args: ofConnection,
    isForm: true,
    refreshes: true,
  },
  async (ctx, { projectId, connectionId, tokenId, keepSeconds }) => {
    const { secret, id } = await rotateScimTokenVerb(ctx, { projectId, connectionId, tokenId, keepSeconds });
    return { secret, id };
  },
);

export const setScimOrganisation = defineAction(
  {
    operationId: "dashboardSetScimOrganisation",
    input: OfConnection.extend({ organization: z.string().trim().max(128) }),
    args: ofConnection,
    isForm: true,
    messages: { organization: "Enter the slug or ID of an organisation, or nothing." },
    refreshes: true,
  },
  async (ctx, { projectId, connectionId, organization }) => {
    const found = organization === "" ? null : await findOrganisationByOwner(ctx, { projectId }, organization);
    const { roles } = await showScimRoles(ctx, { projectId, connectionId });
    const organizationId = found?.userOrganisationId ?? null;
    await setScimRoles(ctx, { projectId, connectionId, organizationId, roles });
  },
);

export const addScimRole = defineAction(
  {
    operationId: "dashboardAddScimRole",
    input: OfConnection.extend(ScimRoleInput.shape),
    args: ofConnection,
    isForm: true,
    messages: { group: "Enter the name of a group." },
    refreshes: true,
  },
  async (ctx, { projectId, connectionId, group, role }) => {
    const { organizationId, roles } = await showScimRoles(ctx, { projectId, connectionId });
    const others = roles.filter((each) => each.group.toLowerCase() !== group.toLowerCase());
    await setScimRoles(ctx, { projectId, connectionId, organizationId, roles: [...others, { group, role }] });
  },
);

export const removeScimRole = defineAction(
  {
    operationId: "dashboardRemoveScimRole",
    input: OfConnection.extend({ group: ScimRoleInput.shape.group }),
    args: [...ofConnection, "group"],
    refreshes: true,
  },
  async (ctx, { projectId, connectionId, group }) => {
    const { organizationId, roles } = await showScimRoles(ctx, { projectId, connectionId });
    const others = roles.filter((each) => each.group !== group);
    await setScimRoles(ctx, { projectId, connectionId, organizationId, roles: others });
  },
);
