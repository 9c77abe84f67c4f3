import { PAGE } from "@/lib/cli/define/kinds";
import { inProject } from "@/lib/cli/define/places";
import { InviteUserInput, inviteUser } from "@/lib/sign-in/user-invitations/invite";
import { ListUserInvitationsInput, listUserInvitations } from "@/lib/sign-in/user-invitations/list";
import { resendUserInvitation } from "@/lib/sign-in/user-invitations/resend";
import { revokeUserInvitation } from "@/lib/sign-in/user-invitations/revoke";

const invitation = inProject.within("invitation", "invitationId", "uin_4k9x2m7q1w8e5r3t6y0u");

/** The commands that invite users, and change waiting invitations. */
export const invitationCommands = [
  inProject.verb("invite <email>", {
    description:
      "Invite someone by e-mail to create an account, also where sign-ups are off. The link works for 7 days.",
    examples: ["ada@example.com", "ada@example.com --language de --redirect-to https://app.example.com/welcome"],
    input: InviteUserInput,
    options: { redirectTo: "<address>", locale: "--language <language>" },
    run: inviteUser,
    print: ({ email, id }) => `Invited ${email} (${id}).`,
  }),
  inProject.verb("list-invitations", {
    description: "List invitations that wait to be accepted, newest first.",
    input: ListUserInvitationsInput,
    options: {
      ...PAGE,
    },
    run: listUserInvitations,
    columns: ["id", "email", { language: "locale" }, "sentAt", "expiresAt"],
  }),
  invitation.verb("resend-invitation", {
    description: "Send an invitation again, with a new link.",
    run: resendUserInvitation,
    print: ({ email }) => `Sent to ${email} again.`,
  }),
  invitation.verb("revoke-invitation", {
    description: "Revoke an invitation. Its link stops working.",
    run: revokeUserInvitation,
    print: ({ email }) => `Revoked the invitation of ${email}.`,
  }),
];
