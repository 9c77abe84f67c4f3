import type { ActionWords } from "./words";

const IMPORT_ENDS: Record<string, string> = {
  done: "imported users: {created} created, {updated} updated",
  cancelled: "cancelled an import of users",
  failed: "could not finish an import of users: {created} created, {updated} updated",
};

/** Actions on users of a project and their organisations. */
export const USERS = {
  "user_invitation.create": { label: "Invited a user", sentence: "invited {email} as a user" },
  "user_invitation.resend": {
    label: "Sent an invitation of a user again",
    sentence: "sent the invitation of {email} again",
  },
  "user_invitation.revoke": {
    label: "Revoked an invitation of a user",
    sentence: "revoked the invitation of {email} as a user",
  },
  "user.import": {
    label: "Started an import of users",
    sentence: ({ isDryRun, users }) =>
      `${isDryRun ? "checked a file with" : "started an import of"} {users} ${users === 1 ? "user" : "users"}`,
  },
  "user.end_import": {
    label: "Ended an import of users",
    sentence: ({ status }) => IMPORT_ENDS[String(status)] ?? "imported users: {created} created",
  },
  "user.export": { label: "Exported the users", sentence: "exported the users of {project}" },
  "user.create": { label: "Created a user" },
  "user.update": { label: "Changed a user" },
  "user.ban": { label: "Banned a user" },
  "user.unban": { label: "Unbanned a user" },
  "user.delete": { label: "Deleted a user" },
  "user.end_session": { label: "Ended a session of a user" },
  "user.end_sessions": { label: "Signed a user out everywhere" },
  "user.remove_passkey": { label: "Removed a passkey of a user" },
  "user.remove_two_factor": { label: "Turned off a user's two-step verification" },
  "user.require_reset": { label: "Required a password reset" },
  "user.send_proof": { label: "Sent an email to a user" },
  "organization.create": {
    label: "Created an organisation of users",
    sentence: "created the organisation {slug} of users",
  },
  "organization.update": { label: "Changed an organisation of users" },
  "organization.delete": {
    label: "Deleted an organisation of users",
    sentence: "deleted the organisation {slug} of users",
  },
  "organization.member_add": {
    label: "Added a user to an organisation",
    sentence: "added a user to the organisation {slug} as {role}",
  },
  "organization.member_role": { label: "Changed a user's role in an organisation" },
  "organization.member_remove": { label: "Removed a user from an organisation" },
  "organization.invitation_cancel": {
    label: "Cancelled an invitation of a user",
    sentence: "cancelled the invitation of {email} to an organisation",
  },
  "user.create_sign_in_link": { label: "Created a sign-in link for a user" },
  "user.end_lock": { label: "Ended a lock of a user" },
} satisfies Record<string, ActionWords>;
