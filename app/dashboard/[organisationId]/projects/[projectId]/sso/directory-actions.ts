"use server";

import { z } from "zod";
import { ProjectId, ScimTokenId, SsoConnectionId } from "@/lib/core/id-schemas";
import { ScimRoleInput, setScimRoles } from "@/lib/sign-in/scim/roles/set";
import { showScimRoles } from "@/lib/sign-in/scim/roles/show";
import { createScimToken as createScimTokenVerb } from "@/lib/sign-in/scim/tokens/create";
import { revokeScimToken as revokeScimTokenVerb } from "@/lib/sign-in/scim/tokens/revoke";
import { RotateScimTokenInput, rotateScimToken as rotateScimTokenVerb } from "@/lib/sign-in/scim/tokens/rotate";
import { findOrganisationByOwner } from "@/lib/sign-in/user-organisations/find-by-owner";
import { actionsOn } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { giving } from "@/lib/web/giving";
import { SCIM_GROUP, SCIM_ORGANISATION } from "./forms";

const ofConnection = actionsOn(["projectId", "connectionId"], { projectId: ProjectId, connectionId: SsoConnectionId });

export const createScimToken = ofConnection(
  "dashboardCreateScimToken",
  { isForm: true },
  giving(["secret", "id"], createScimTokenVerb),
);

export const revokeScimToken = ofConnection(
  "dashboardRevokeScimToken",
  { input: { tokenId: ScimTokenId }, args: ["tokenId"] },
  revokeScimTokenVerb,
);

export const rotateScimToken = ofConnection(
  "dashboardRotateScimToken",
  {
    input: {
      tokenId: ScimTokenId,
      keepSeconds: z.coerce.number().pipe(RotateScimTokenInput.shape.keepSeconds.unwrap()),
    },
    isForm: true,
  },
  giving(["secret", "id"], rotateScimTokenVerb),
);

export const setScimOrganisation = ofConnection(
  "dashboardSetScimOrganisation",
  submitted(SCIM_ORGANISATION),
  async (ctx, { projectId, connectionId, organization }) => {
    const found = organization === "" ? null : await findOrganisationByOwner(ctx, { projectId }, organization);
    const { roles } = await showScimRoles(ctx, { projectId, connectionId });
    const organizationId = found?.userOrganisationId ?? null;
    await setScimRoles(ctx, { projectId, connectionId, organizationId, roles });
  },
);

export const addScimRole = ofConnection(
  "dashboardAddScimRole",
  { ...submitted(SCIM_GROUP), input: { ...SCIM_GROUP.input, role: ScimRoleInput.shape.role } },
  async (ctx, { projectId, connectionId, group, role }) => {
    const { organizationId, roles } = await showScimRoles(ctx, { projectId, connectionId });
    const others = roles.filter((each) => each.group.toLowerCase() !== group.toLowerCase());
    await setScimRoles(ctx, { projectId, connectionId, organizationId, roles: [...others, { group, role }] });
  },
);

export const removeScimRole = ofConnection(
  "dashboardRemoveScimRole",
  { input: { group: ScimRoleInput.shape.group }, args: ["group"] },
  async (ctx, { projectId, connectionId, group }) => {
    const { organizationId, roles } = await showScimRoles(ctx, { projectId, connectionId });
    const others = roles.filter((each) => each.group !== group);
    await setScimRoles(ctx, { projectId, connectionId, organizationId, roles: others });
  },
);
