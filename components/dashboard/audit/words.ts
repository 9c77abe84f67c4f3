import type { AuditAction } from "@/lib/core/audit/resource";

/** What was done, by the name of the action. */
const ACTIONS: Record<string, string> = {
  "organisation.create": "Created the organisation",
  "organisation.set_plan": "Changed the plan",
  "organisation.set_flag": "Changed a feature",
  "organisation.rename": "Renamed the organisation",
  "organisation.delete": "Deleted the organisation",
  "member.add": "Added a member",
  "member.set_role": "Changed a role",
  "member.remove": "Removed a member",
  "member.leave": "Left the organisation",
  "member.transfer_ownership": "Transferred ownership",
  "invitation.create": "Sent an invitation",
  "invitation.revoke": "Revoked an invitation",
  "invitation.accept": "Accepted an invitation",
  "invitation.decline": "Declined an invitation",
  "audit.export": "Exported the audit log",
  "account.request_deletion": "Requested account deletion",
  "account.cancel_deletion": "Cancelled account deletion",
  "account.delete": "Deleted an account",
  "key.create": "Created an API key",
  "key.revoke": "Revoked an API key",
  "host.add": "Added a host",
  "host.drain": "Drained a host",
  "host.remove": "Removed a host",
  "secrets.rotate": "Rotated the secret keys",
  "project.create": "Created a project",
  "project.rename": "Renamed a project",
  "project.update_settings": "Changed a project's settings",
  "project.set_logo": "Set a project's logo",
  "project.remove_logo": "Removed a project's logo",
  "project.suspend": "Suspended a project",
  "project.unsuspend": "Resumed a project",
  "project_key.create": "Created a project key",
  "project_key.revoke": "Revoked a project key",
  "test_token.create": "Created a testing token",
  "test_token.revoke": "Revoked a testing token",
  "signing_key.rotate": "Rotated a signing key",
  "signing_key.revoke": "Revoked a signing key",
  "project_provider.set": "Set up a sign-in provider",
  "project_provider.remove": "Removed a sign-in provider",
  "sender_domain.set": "Set the sender domain",
  "sender_domain.verify": "Verified the sender domain",
  "sender_domain.unverify": "Sender domain verification failed",
  "sender_domain.remove": "Removed the sender domain",
  "user.import": "Imported users",
  "user.ban": "Banned a user",
  "user.unban": "Unbanned a user",
  "user.delete": "Deleted a user",
  "user.end_sessions": "Signed a user out everywhere",
  "user.require_reset": "Required a password reset",
  "database.create": "Created a database",
  "database.branch": "Created a branch",
  "database.delete": "Deleted a database",
  "database.reveal_connection_string": "Revealed a connection string",
  "database.rotate_credential": "Rotated a password",
  "database.restore_password": "Restored a password",
  "database.set_restore_schedule": "Changed a restore point schedule",
  "database.run_statement": "Ran a statement",
  "database.undo_change": "Undid a change",
  "database.delete_undo_data": "Deleted undo data",
  "database.cancel_statement": "Cancelled a statement",
  "database.end_session": "Ended a session",
  "shell_role.create": "Created a temporary psql login",
  "restore_point.create": "Created a restore point",
  "restore_point.delete": "Deleted a restore point",
  "restore_point.restore": "Restored a database",
  "restore_point.branch": "Branched from a restore point",
  "table.import": "Imported rows",
  "table.export": "Exported rows",
  "saved_query.create": "Saved a query",
  "saved_query.update": "Changed a saved query",
  "saved_query.delete": "Deleted a saved query",
  "collection.create": "Created a collection",
  "collection.delete": "Deleted a collection",
  "collection.import": "Imported documents",
  "collection.export": "Exported documents",
  "collection.set_schema": "Changed a collection's schema",
} satisfies Record<AuditAction, string>;

/** The names of actors without an email address, by their kind. */
const ACTORS: Record<string, string> = {
  member: "Former member",
  user: "Former account",
  operator: "Operator",
  service: "Coppice (automatic)",
  "management-key": "API key",
  "public-key": "Public key",
  "server-key": "Server key",
  "hosted-page": "Sign-in page",
  anonymous: "Not signed in",
};

export const actionWords = (action: string): string => ACTIONS[action] ?? action;
export const actorWords = (kind: string): string => ACTORS[kind] ?? kind;

/**
 * Returns the data of an event besides names and ids, such as `Read only: no · Role: viewer`. An export has all of it.
 */
export function detailWords(data: unknown): string {
  if (typeof data !== "object" || data === null) return "";
  return Object.entries(data)
    .filter(([key, value]) => value !== null && !/Id$|^(name|email|owner)$/.test(key))
    .map(([key, value]) => `${keyWords(key)}: ${(key === "reason" && REASONS.get(value)) || valueWords(value)}`)
    .join(" · ");
}

/** Returns the name or email address that an event is about, such as `orders`; `null` where it has neither. */
export function subjectOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null) return null;
  const { name, email } = data as Record<string, unknown>;
  return [name, email].find((text) => typeof text === "string") ?? null;
}

const MAX_SHOWN = 300;

/** Why a restore point was deleted. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["surplus", "over the plan's limit"],
  ["unused", "its change wasn't saved"],
]);

function keyWords(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueWords(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
}
