export interface KindWords {
  /** The accepted step, such as `Signed in`. */
  done: string;
  /** The step that was refused, such as `Sign-in`. */
  tried: string;
  /** The accepted step that a member or server took for the user, who did not ask for it. */
  byOwner?: string;
}

interface KindGroup {
  id: string;
  label: string;
  kinds: Record<string, KindWords>;
}

/** The kinds of security events by their area, which is the part before the dot of most, with their words. */
export const KIND_GROUPS = [
  {
    id: "sign-ins",
    label: "Sign-ins",
    kinds: {
      "session.sign_in": { done: "Signed in", tried: "Sign-in" },
      "session.second_factor": { done: "Gave the second code", tried: "Two-step verification" },
      "sign_in.mail_request": { done: "Asked for a sign-in email", tried: "Sign-in email" },
      "sign_in.link_create": { done: "Was given a sign-in link", tried: "Sign-in link" },
      "account.lock": { done: "Locked after wrong attempts", tried: "Lock" },
      "account.unlock": { done: "Lock ended", tried: "Ending a lock" },
      "session.use": { done: "Used a session", tried: "Session" },
    },
  },
  {
    id: "sessions",
    label: "Sessions",
    kinds: {
      "session.sign_out": { done: "Signed out", tried: "Sign-out" },
      "session.revoke": { done: "Ended a session", tried: "Ending a session" },
      "trusted_device.add": { done: "Trusted a browser", tried: "Trusting a browser" },
      "trusted_device.revoke": { done: "Stopped trusting a browser", tried: "Trusted browser" },
    },
  },
  {
    id: "users",
    label: "Users",
    kinds: {
      "user.sign_up": { done: "Signed up", tried: "Sign-up" },
      "user.create": { done: "User created", tried: "Creating a user" },
      "user.update": { done: "User changed", tried: "Changing a user" },
      "user.delete": { done: "User deleted", tried: "Deleting a user" },
      "user.ban": { done: "User banned", tried: "Banning a user" },
      "user.unban": { done: "Ban lifted", tried: "Lifting a ban" },
      "user.require_reset": { done: "New password required", tried: "Requiring a new password" },
    },
  },
  {
    id: "passwords",
    label: "Passwords",
    kinds: {
      "password.set": { done: "Set a password", tried: "Setting a password" },
      "password.change": { done: "Changed the password", tried: "Password change" },
      "password.reset_request": {
        done: "Asked for a reset email",
        tried: "Reset email",
        byOwner: "Was sent a reset email",
      },
      "password.reset": { done: "Reset the password", tried: "Password reset" },
      "password.verify": { done: "Confirmed the password", tried: "Password confirmation" },
    },
  },
  {
    id: "emails",
    label: "Emails",
    kinds: {
      "email.verification_request": {
        done: "Asked for a verification email",
        tried: "Verification email",
        byOwner: "Was sent a verification email",
      },
      "email.verify": { done: "Verified the email address", tried: "Email verification" },
      "email.change_request": { done: "Asked to change the email address", tried: "Change of email" },
      "email.change": { done: "Changed the email address", tried: "Change of email" },
    },
  },
  {
    id: "passkeys",
    label: "Passkeys",
    kinds: {
      "passkey.add": { done: "Added a passkey", tried: "New passkey" },
      "passkey.rename": { done: "Renamed a passkey", tried: "Passkey name" },
      "passkey.remove": { done: "Removed a passkey", tried: "Removing a passkey" },
    },
  },
  {
    id: "two-step",
    label: "Two-step verification",
    kinds: {
      "two_factor.setup": { done: "Began two-step set-up", tried: "Two-step set-up" },
      "two_factor.enable": { done: "Turned on two-step verification", tried: "Two-step set-up" },
      "two_factor.verify": { done: "Gave a code", tried: "Two-step verification" },
      "two_factor.reveal": { done: "Showed the two-step secret", tried: "Two-step secret" },
      "two_factor.disable": { done: "Turned off two-step verification", tried: "Turning off two-step" },
      "two_factor.backup_codes": { done: "Created backup codes", tried: "Backup codes" },
    },
  },
  {
    id: "devices",
    label: "Devices",
    kinds: {
      "device.request": { done: "A device asked for a code", tried: "Device code" },
      "device.approve": { done: "Approved a device", tried: "Device approval" },
      "device.deny": { done: "Denied a device", tried: "Device denial" },
    },
  },
  {
    id: "providers",
    label: "Providers",
    kinds: {
      "account.link": { done: "Linked a provider", tried: "Linking a provider" },
      "account.unlink": { done: "Unlinked a provider", tried: "Unlinking a provider" },
    },
  },
  {
    id: "organisations",
    label: "Organisations",
    kinds: {
      "organization.create": { done: "Created an organisation", tried: "New organisation" },
      "organization.update": { done: "Changed an organisation", tried: "Changing an organisation" },
      "organization.delete": { done: "Deleted an organisation", tried: "Deleting an organisation" },
      "organization.invite": { done: "Invited someone", tried: "Invitation" },
      "organization.invitation_accept": { done: "Accepted an invitation", tried: "Accepting an invitation" },
      "organization.invitation_reject": { done: "Declined an invitation", tried: "Declining an invitation" },
      "organization.invitation_cancel": { done: "Cancelled an invitation", tried: "Cancelling an invitation" },
      "organization.member_add": { done: "Added a member", tried: "Adding a member" },
      "organization.member_remove": { done: "Removed a member", tried: "Removing a member" },
      "organization.member_role": { done: "Changed a member's role", tried: "Changing a role" },
      "organization.leave": { done: "Left an organisation", tried: "Leaving an organisation" },
    },
  },
  {
    id: "testing",
    label: "Testing tokens",
    kinds: {
      "test_token.create": { done: "Testing token created", tried: "Testing token" },
      "test_token.revoke": { done: "Testing token revoked", tried: "Testing token" },
    },
  },
] as const satisfies KindGroup[];

type KindsOf<Group extends KindGroup> = Group extends unknown ? keyof Group["kinds"] & string : never;
export type SecurityEventKind = KindsOf<(typeof KIND_GROUPS)[number]>;

const KINDS: Record<string, KindWords> = Object.assign({}, ...KIND_GROUPS.map(({ kinds }) => kinds));
export const SECURITY_EVENT_KINDS = Object.keys(KINDS) as SecurityEventKind[];

/** Returns the words for a kind; the kind itself for one of an older version. */
export function kindWords(kind: string): KindWords {
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind] as KindWords) : { done: kind, tried: kind };
}

/** The factor of a session that an app's server was given for a code. */
export const AUTHORIZATION_CODE = "authorization-code";
