"use server";

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
import { actionsOn } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { inProject } from "@/lib/web/places";
import { ADDED_MEMBER, EDITED_ORGANISATION, ORGANISATION } from "./forms";

const ofOrganisation = actionsOn(["projectId", "userOrganisationId"], {
  projectId: ProjectId,
  userOrganisationId: UserOrganisationId,
});
const ofMember = actionsOn(["projectId", "userOrganisationId", "memberId"], {
  projectId: ProjectId,
  userOrganisationId: UserOrganisationId,
  memberId: UserOrganisationMemberId,
});

export const createUserOrganisation = inProject(
  "dashboardCreateUserOrganisation",
  submitted(ORGANISATION),
  async (ctx, { projectId, name, slug, owner }) => {
    const { userId: ownerId } = await findUserByOwner(ctx, { projectId }, owner);
    return createOrganisationByOwner(ctx, { projectId, name, slug, ownerId });
  },
);

export const updateUserOrganisation = ofOrganisation(
  "dashboardUpdateUserOrganisation",
  submitted(EDITED_ORGANISATION),
  (ctx, { projectId, userOrganisationId, name, slug }) =>
    updateOrganisationByOwner(ctx, { projectId, userOrganisationId, name, slug }),
);

export const addUserOrganisationMember = ofOrganisation(
  "dashboardAddUserOrganisationMember",
  submitted(ADDED_MEMBER),
  async (ctx, { projectId, userOrganisationId, user, role }) => {
    const { userId } = await findUserByOwner(ctx, { projectId }, user);
    return addMemberByOwner(ctx, { projectId, userOrganisationId, userId, role });
  },
);

export const setUserOrganisationRole = ofMember(
  "dashboardSetUserOrganisationRole",
  { input: { role: OwnerRole }, args: ["role"] },
  changeMemberByOwner,
);

export const removeUserOrganisationMember = ofMember("dashboardRemoveUserOrganisationMember", {}, removeMemberByOwner);

export const cancelUserOrganisationInvitation = ofOrganisation(
  "dashboardCancelUserOrganisationInvitation",
  { input: { invitationId: UserOrganisationInvitationId }, args: ["invitationId"] },
  cancelInvitationByOwner,
);

export const deleteUserOrganisation = ofOrganisation(
  "dashboardDeleteUserOrganisation",
  { isForm: true, redirect: "organizations" },
  deleteOrganisationByOwner,
);
