import { within } from "@/lib/cli/define/place";
import { inProject } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { InviteUserInput, inviteUser } from "@/lib/sign-in/user-invitations/invite";
import { ListUserInvitationsInput, listUserInvitations } from "@/lib/sign-in/user-invitations/list";
import { resendUserInvitation } from "@/lib/sign-in/user-invitations/resend";
import type { UserInvitation } from "@/lib/sign-in/user-invitations/resource";
import { revokeUserInvitation } from "@/lib/sign-in/user-invitations/revoke";

const invitation = within(inProject, "invitation", "invitationId", "uin_4k9x2m7q1w8e5r3t6y0u");

/** The commands that invite users, and change waiting invitations. */
export const invitationCommands = [
  verb({
    usage: "invite <email>",
    description:
      "Invite someone by e-mail to create an account, also where sign-ups are off. The link works for 7 days.",
    examples: ["ada@example.com", "ada@example.com --language de --redirect-to https://app.example.com/welcome"],
    place: inProject,
    input: InviteUserInput,
    options: { redirectTo: { flags: "--redirect-to <address>" }, locale: { flags: "--language <language>" } },
    run: inviteUser,
    print: ({ email, id }) => `Invited ${email} (${id}).`,
  }),
  verb({
    usage: "list-invitations",
    description: "List invitations that wait to be accepted, newest first.",
    place: inProject,
    input: ListUserInvitationsInput,
    options: {
      before: { flags: "--before <cursor>", help: "continue where the previous list ended" },
      limit: { flags: "--limit <n>", help: "1 to 1000" },
    },
    run: listUserInvitations,
    print: table<UserInvitation>({
      ...{ id: "id", email: "email", language: "locale", "sent (UTC)": "sentAt", "expires (UTC)": "expiresAt" },
    }),
  }),
  verb({
    usage: "resend-invitation",
    description: "Send an invitation again, with a new link.",
    place: invitation,
    run: resendUserInvitation,
    print: ({ email }) => `Sent to ${email} again.`,
  }),
  verb({
    usage: "revoke-invitation",
    description: "Revoke an invitation. Its link stops working.",
    place: invitation,
    run: revokeUserInvitation,
    print: ({ email }) => `Revoked the invitation of ${email}.`,
  }),
];
