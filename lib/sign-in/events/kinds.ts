/** The kinds of security events by their area, which is the part before the dot of most. */
export const KIND_GROUPS = [
  {
    id: "sign-ins",
    label: "Sign-ins",
    kinds: [
      "session.sign_in",
      "session.second_factor",
      "sign_in.mail_request",
      "sign_in.link_create",
      "account.lock",
      "account.unlock",
      "session.use",
    ],
  },
  {
    id: "sessions",
    label: "Sessions",
    kinds: ["session.sign_out", "session.revoke", "trusted_device.add", "trusted_device.revoke"],
  },
  {
    id: "users",
    label: "Users",
    kinds: [
      "user.sign_up",
      "user.create",
      "user.update",
      "user.delete",
      "user.ban",
      "user.unban",
      "user.require_reset",
    ],
  },
  {
    id: "passwords",
    label: "Passwords",
    kinds: ["password.set", "password.change", "password.reset_request", "password.reset", "password.verify"],
  },
  {
    id: "emails",
    label: "Emails",
    kinds: ["email.verification_request", "email.verify", "email.change_request", "email.change"],
  },
  { id: "passkeys", label: "Passkeys", kinds: ["passkey.add", "passkey.rename", "passkey.remove"] },
  {
    id: "two-step",
    label: "Two-step verification",
    kinds: [
      "two_factor.setup",
      "two_factor.enable",
      "two_factor.verify",
      "two_factor.reveal",
      "two_factor.disable",
      "two_factor.backup_codes",
    ],
  },
  { id: "devices", label: "Devices", kinds: ["device.request", "device.approve", "device.deny"] },
  { id: "providers", label: "Providers", kinds: ["account.link", "account.unlink"] },
  {
    id: "organisations",
    label: "Organisations",
    kinds: [
      "organization.create",
      "organization.update",
      "organization.delete",
      "organization.invite",
      "organization.invitation_accept",
      "organization.invitation_reject",
      "organization.invitation_cancel",
      "organization.member_add",
      "organization.member_remove",
      "organization.member_role",
      "organization.leave",
    ],
  },
  { id: "testing", label: "Testing tokens", kinds: ["test_token.create", "test_token.revoke"] },
] as const;

export const SECURITY_EVENT_KINDS = KIND_GROUPS.flatMap(({ kinds }) => [...kinds]);
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];
