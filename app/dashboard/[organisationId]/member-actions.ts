"use server";

import { z } from "zod";
import { createInvitations } from "@/lib/people/invitations/create-several";
import { RevokeInvitationInput, revokeInvitation as revokeInvitationVerb } from "@/lib/people/invitations/revoke";
import { LeaveOrganisationInput, leaveOrganisation } from "@/lib/people/members/leave";
import { RemoveMemberInput, removeMember as removeMemberVerb } from "@/lib/people/members/remove";
import { SetRoleInput, setRole as setRoleVerb } from "@/lib/people/members/set-role";
import {
  TransferOwnershipInput,
  transferOwnership as transferOwnershipVerb,
} from "@/lib/people/members/transfer-ownership";
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { INVITATIONS } from "./member-forms";

export const invite = defineAction(
  {
    operationId: "dashboardInvite",
    ...submitted(z.object({}), INVITATIONS),
    refreshes: true,
  },
  async (ctx, input) => {
    const { sent } = await createInvitations(ctx, input);
    return { sent: sent.length === 1 ? `Invitation sent to ${sent[0]}` : `${sent.length} invitations sent` };
  },
);

export const revokeInvitation = defineAction(
  {
    operationId: "dashboardRevokeInvitation",
    input: RevokeInvitationInput,
    args: ["invitationId"],
    refreshes: true,
  },
  revokeInvitationVerb,
);

export const setRole = defineAction(
  {
    operationId: "dashboardSetRole",
    input: SetRoleInput,
    args: ["memberId", "role"],
    messages: { role: "Unknown role." },
    refreshes: true,
  },
  setRoleVerb,
);

export const removeMember = defineAction(
  { operationId: "dashboardRemoveMember", input: RemoveMemberInput, args: ["member"], refreshes: true },
  removeMemberVerb,
);

export const transferOwnership = defineAction(
  {
    operationId: "dashboardTransferOwnership",
    input: TransferOwnershipInput,
    args: ["memberId"],
    refreshes: true,
  },
  transferOwnershipVerb,
);

export const leave = defineAction(
  {
    operationId: "dashboardLeaveOrganisation",
    input: LeaveOrganisationInput,
    refreshes: true,
    redirect: () => "/dashboard",
  },
  leaveOrganisation,
);
