"use server";

import { createInvitations } from "@/lib/people/invitations/create-several";
import { RevokeInvitationInput, revokeInvitation as revokeInvitationVerb } from "@/lib/people/invitations/revoke";
import { LeaveOrganisationInput, leaveOrganisation } from "@/lib/people/members/leave";
import { RemoveMemberInput, removeMember as removeMemberVerb } from "@/lib/people/members/remove";
import { SetRoleInput, setRole as setRoleVerb } from "@/lib/people/members/set-role";
import {
  TransferOwnershipInput,
  transferOwnership as transferOwnershipVerb,
} from "@/lib/people/members/transfer-ownership";
import { submitted } from "@/lib/web/forms/submitted";
import { inOrganisation } from "@/lib/web/places";
import { INVITATIONS } from "./member-forms";

export const invite = inOrganisation("dashboardInvite", submitted(INVITATIONS), async (ctx, input) => {
  const { sent } = await createInvitations(ctx, input);
  return { sent: sent.length === 1 ? `Invitation sent to ${sent[0]}` : `${sent.length} invitations sent` };
});

export const revokeInvitation = inOrganisation(
  "dashboardRevokeInvitation",
  { input: RevokeInvitationInput.shape, args: ["invitationId"] },
  revokeInvitationVerb,
);

export const setRole = inOrganisation(
  "dashboardSetRole",
  { input: SetRoleInput.shape, args: ["memberId", "role"], messages: { role: "Unknown role." } },
  setRoleVerb,
);

export const removeMember = inOrganisation(
  "dashboardRemoveMember",
  { input: RemoveMemberInput.shape, args: ["member"] },
  removeMemberVerb,
);

export const transferOwnership = inOrganisation(
  "dashboardTransferOwnership",
  { input: TransferOwnershipInput.shape, args: ["memberId"] },
  transferOwnershipVerb,
);

export const leave = inOrganisation(
  "dashboardLeaveOrganisation",
  { input: LeaveOrganisationInput.shape, redirect: () => "/dashboard" },
  leaveOrganisation,
);
