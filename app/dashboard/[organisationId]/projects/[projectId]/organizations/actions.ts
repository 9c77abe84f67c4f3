"use server";

import { z } from "zod";
import {
  ProjectId,
  UserOrganisationId,
  UserOrganisationInvitationId,
  UserOrganisationMemberId,
} from "@/lib/core/id-schemas";
import { addMemberByOwner, OwnerRole } from "@/lib/sign-in/user-organisations/add-member-by-owner";
import { cancelInvitationByOwner } from "@/lib/sign-in/user-organisations/cancel-invitation-by-owner";
import { changeMemberByOwner, removeMemberByOwner } from "@/lib/sign-in/user-organisations/change-member-by-owner";
import { createOrganisationByOwner } from "@/lib/sign-in/user-organisations/create-by-owner";
import { deleteOrganisationByOwner } from "@/lib/sign-in/user-organisations/delete-by-owner";
import { updateOrganisationByOwner } from "@/lib/sign-in/user-organisations/update-by-owner";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { ADDED_MEMBER, EDITED_ORGANISATION, ORGANISATION } from "./forms";

const InProject = z.object({ projectId: ProjectId });
const OfOrganisation = InProject.extend({ userOrganisationId: UserOrganisationId });
const OfMember = OfOrganisation.extend({ memberId: UserOrganisationMemberId });

export const createUserOrganisation = defineAction(
  {
    operationId: "dashboardCreateUserOrganisation",
    ...submitted(InProject, ORGANISATION),
    args: ["projectId"],
    refreshes: true,
  },
  async (ctx, { projectId, name, slug, owner }) => {
    const { userId: ownerId } = await findUserByOwner(ctx, { projectId }, owner);
    return createOrganisationByOwner(ctx, { projectId, name, slug, ownerId });
  },
);

export const updateUserOrganisation = defineAction(
  {
    operationId: "dashboardUpdateUserOrganisation",
    ...submitted(OfOrganisation, EDITED_ORGANISATION),
    args: ["projectId", "userOrganisationId"],
    refreshes: true,
  },
  (ctx, { projectId, userOrganisationId, name, slug }) =>
    updateOrganisationByOwner(ctx, { projectId, userOrganisationId, name, slug }),
);

export const addUserOrganisationMember = defineAction(
  {
    operationId: "dashboardAddUserOrganisationMember",
    ...submitted(OfOrganisation, ADDED_MEMBER),
    args: ["projectId", "userOrganisationId"],
    refreshes: true,
  },
  async (ctx, { projectId, userOrganisationId, user, role }) => {
    const { userId } = await findUserByOwner(ctx, { projectId }, user);
    return addMemberByOwner(ctx, { projectId, userOrganisationId, userId, role });
  },
);

export const setUserOrganisationRole = defineAction(
  {
    operationId: "dashboardSetUserOrganisationRole",
    input: OfMember.extend({ role: OwnerRole }),
    args: ["projectId", "userOrganisationId", "memberId", "role"],
    refreshes: true,
  },
  (ctx, { projectId, userOrganisationId, memberId, role }) =>
    changeMemberByOwner(ctx, { projectId, userOrganisationId, memberId, role }),
);

export const removeUserOrganisationMember = defineAction(
  {
    operationId: "dashboardRemoveUserOrganisationMember",
    input: OfMember,
    args: ["projectId", "userOrganisationId", "memberId"],
    refreshes: true,
  },
  removeMemberByOwner,
);

export const cancelUserOrganisationInvitation = defineAction(
  {
    operationId: "dashboardCancelUserOrganisationInvitation",
    input: OfOrganisation.extend({ invitationId: UserOrganisationInvitationId }),
    args: ["projectId", "userOrganisationId", "invitationId"],
    refreshes: true,
  },
  cancelInvitationByOwner,
);

export const deleteUserOrganisation = defineAction(
  {
    operationId: "dashboardDeleteUserOrganisation",
    input: OfOrganisation,
    args: ["projectId", "userOrganisationId"],
    isForm: true,
    refreshes: true,
    redirect: ({ organisationId, projectId }) => `/dashboard/${organisationId}/projects/${projectId}/organizations`,
  },
  deleteOrganisationByOwner,
);
