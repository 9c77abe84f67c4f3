"use server";

import { z } from "zod";
import { ProjectId, UserInvitationId } from "@/lib/core/id-schemas";
import { InviteUserInput, inviteUser as inviteUserVerb } from "@/lib/sign-in/user-invitations/invite";
import { resendUserInvitation as resendVerb } from "@/lib/sign-in/user-invitations/resend";
import { revokeUserInvitation as revokeVerb } from "@/lib/sign-in/user-invitations/revoke";
import { defineAction } from "@/lib/web/define-action";

const OneInvitation = z.object({ projectId: ProjectId, invitationId: UserInvitationId });

/** A page sends every field; an empty one names no address. */
const InviteForm = z.object({
  ...InviteUserInput.shape,
  projectId: ProjectId,
  redirectTo: z.union([z.literal("").transform(() => undefined), InviteUserInput.shape.redirectTo.unwrap()]),
  locale: InviteUserInput.shape.locale.unwrap(),
});

export const inviteUser = defineAction(
  {
    operationId: "dashboardInviteUser",
    input: InviteForm,
    args: ["projectId"],
    isForm: true,
    messages: { email: "Enter an email address.", redirectTo: "Enter a full address.", locale: "Unknown language." },
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
