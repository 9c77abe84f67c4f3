import type { ActionWords } from "./words";

/** Actions of the operator on the installation; they are in no organisation's log. */
export const INSTALLATION = {
  "admin_key.create": { label: "Created an admin key" },
  "admin_key.revoke": { label: "Revoked an admin key" },
  "abuse_report.resolve": { label: "Resolved an abuse report" },
  "host.add": { label: "Added a host" },
  "host.drain": { label: "Drained a host" },
  "host.set": { label: "Changed a host" },
  "host.renew_logins": { label: "Renewed the logins of a host" },
  "host.remove": { label: "Removed a host" },
  "setting.set": { label: "Changed a setting of the installation" },
  "setting.unset": { label: "Removed a setting of the installation" },
  "setting.test_mail": { label: "Tested the mail server" },
  "object_store.claim": { label: "Claimed the store of objects" },
  "secrets.rotate": { label: "Rotated the secret keys" },
} satisfies Record<string, ActionWords>;
