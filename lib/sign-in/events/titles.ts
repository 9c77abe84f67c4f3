import type { SecurityEventKind } from "./kinds";
import { reasonText } from "./reasons/texts";
import type { ListedSecurityEvent, SecurityEvent } from "./resource";

/** What was done, and what was tried where it was refused. */
const KINDS: Record<SecurityEventKind, readonly [done: string, tried: string]> = {
  "session.sign_in": ["Signed in", "Sign-in"],
  "session.second_factor": ["Gave the second code", "Two-step verification"],
  "sign_in.mail_request": ["Asked for a sign-in email", "Sign-in email"],
  "sign_in.link_create": ["Was given a sign-in link", "Sign-in link"],
  "account.lock": ["Locked after wrong attempts", "Lock"],
  "account.unlock": ["Lock ended", "Ending a lock"],
  "session.use": ["Used a session", "Session"],
  "session.sign_out": ["Signed out", "Sign-out"],
  "session.revoke": ["Ended a session", "Ending a session"],
  "trusted_device.add": ["Trusted a browser", "Trusting a browser"],
  "trusted_device.revoke": ["Stopped trusting a browser", "Trusted browser"],
  "user.sign_up": ["Signed up", "Sign-up"],
  "user.create": ["User created", "Creating a user"],
  "user.update": ["User changed", "Changing a user"],
  "user.delete": ["User deleted", "Deleting a user"],
  "user.ban": ["User banned", "Banning a user"],
  "user.unban": ["Ban lifted", "Lifting a ban"],
  "user.require_reset": ["New password required", "Requiring a new password"],
  "password.set": ["Set a password", "Setting a password"],
  "password.change": ["Changed the password", "Password change"],
  "password.reset_request": ["Asked for a reset email", "Reset email"],
  "password.reset": ["Reset the password", "Password reset"],
  "password.verify": ["Confirmed the password", "Password confirmation"],
  "email.verification_request": ["Asked for a verification email", "Verification email"],
  "email.verify": ["Verified the email address", "Email verification"],
  "email.change_request": ["Asked to change the email address", "Change of email"],
  "email.change": ["Changed the email address", "Change of email"],
  "passkey.add": ["Added a passkey", "New passkey"],
  "passkey.rename": ["Renamed a passkey", "Passkey name"],
  "passkey.remove": ["Removed a passkey", "Removing a passkey"],
  "two_factor.setup": ["Began two-step set-up", "Two-step set-up"],
  "two_factor.enable": ["Turned on two-step verification", "Two-step set-up"],
  "two_factor.verify": ["Gave a code", "Two-step verification"],
  "two_factor.reveal": ["Showed the two-step secret", "Two-step secret"],
  "two_factor.disable": ["Turned off two-step verification", "Turning off two-step"],
  "two_factor.backup_codes": ["Created backup codes", "Backup codes"],
  "device.request": ["A device asked for a code", "Device code"],
  "device.approve": ["Approved a device", "Device approval"],
  "device.deny": ["Denied a device", "Device denial"],
  "account.link": ["Linked a provider", "Linking a provider"],
  "account.unlink": ["Unlinked a provider", "Unlinking a provider"],
  "organization.create": ["Created an organisation", "New organisation"],
  "organization.update": ["Changed an organisation", "Changing an organisation"],
  "organization.delete": ["Deleted an organisation", "Deleting an organisation"],
  "organization.invite": ["Invited someone", "Invitation"],
  "organization.invitation_accept": ["Accepted an invitation", "Accepting an invitation"],
  "organization.invitation_reject": ["Declined an invitation", "Declining an invitation"],
  "organization.invitation_cancel": ["Cancelled an invitation", "Cancelling an invitation"],
  "organization.member_add": ["Added a member", "Adding a member"],
  "organization.member_remove": ["Removed a member", "Removing a member"],
  "organization.member_role": ["Changed a member's role", "Changing a role"],
  "organization.leave": ["Left an organisation", "Leaving an organisation"],
  "test_token.create": ["Testing token created", "Testing token"],
  "test_token.revoke": ["Testing token revoked", "Testing token"],
};

/** What a member does for a user, who did not ask for it. */
const BY_OWNER: Partial<Record<string, string>> = {
  "email.verification_request": "Was sent a verification email",
  "password.reset_request": "Was sent a reset email",
};

/** Returns what was done, such as `Signed in`. */
export function kindTitle(kind: string): string {
  return (KINDS[kind as SecurityEventKind] ?? [kind])[0];
}

/** Returns an event in words: what was done, or why what was tried was refused and what to do. */
export function inWords(event: SecurityEvent): ListedSecurityEvent {
  const [done, tried] = KINDS[event.kind as SecurityEventKind] ?? [event.kind, event.kind];
  if (event.outcome === "accepted") {
    const title = (event.data?.actor === undefined ? undefined : BY_OWNER[event.kind]) ?? done;
    return { ...event, title, step: null, advice: null, remedy: null };
  }
  const { title, advice, remedy = null } = reasonText(event.reason, event.data);
  return { ...event, title, step: tried, advice, remedy };
}
