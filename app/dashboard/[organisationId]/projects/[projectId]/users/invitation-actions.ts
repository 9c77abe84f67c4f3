"use server";

import { ProjectId, UserInvitationId } from "@/lib/core/id-schemas";
import { inviteUser as inviteUserVerb } from "@/lib/sign-in/user-invitations/invite";
import { resendUserInvitation as resendVerb } from "@/lib/sign-in/user-invitations/resend";
import { revokeUserInvitation as revokeVerb } from "@/lib/sign-in/user-invitations/revoke";
import { actionsOn } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { inProject } from "@/lib/web/places";
import { INVITED_USER } from "./forms";

const oneInvitation = actionsOn(["projectId", "invitationId"], {
  projectId: ProjectId,
  invitationId: UserInvitationId,
});

export const inviteUser = inProject("dashboardInviteUser", submitted(INVITED_USER), inviteUserVerb);

export const resendUserInvitation = oneInvitation("dashboardResendUserInvitation", {}, resendVerb);

export const revokeUserInvitation = oneInvitation("dashboardRevokeUserInvitation", {}, revokeVerb);
