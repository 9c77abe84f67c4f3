"use server";

import { z } from "zod";
import { ProjectId, UserInvitationId } from "@/lib/core/id-schemas";
import { inviteUser as inviteUserVerb } from "@/lib/sign-in/user-invitations/invite";
import { resendUserInvitation as resendVerb } from "@/lib/sign-in/user-invitations/resend";
import { revokeUserInvitation as revokeVerb } from "@/lib/sign-in/user-invitations/revoke";
import { defineAction } from "@/lib/web/define-action";
import { INVITED_USER } from "./forms";

const OneInvitation = z.object({ projectId: ProjectId, invitationId: UserInvitationId });

export const inviteUser = defineAction(
  {
    operationId: "dashboardInviteUser",
    input: z.object({ projectId: ProjectId }).extend(INVITED_USER.input),
    args: ["projectId"],
    isForm: true,
    messages: INVITED_USER.messages,
    refreshes: true,
  },
  inviteUserVerb,
);

export const resendUserInvitation = defineAction(
  {
    operationId: "dashboardResendUserInvitation",
    input: OneInvitation,
    args: ["projectId", "invitationId"],
    refreshes: true,
  },
  resendVerb,
);

export const revokeUserInvitation = defineAction(
  {
    operationId: "dashboardRevokeUserInvitation",
    input: OneInvitation,
    args: ["projectId", "invitationId"],
    refreshes: true,
  },
  revokeVerb,
);
