import type { AuditAction } from "@/lib/core/audit/resource";
import { actionWords } from "./words";

type Data = Record<string, unknown>;

/** What was done in the words of a sentence; what stands in braces comes from the event. */
const SENTENCES: Partial<Record<AuditAction, string | ((data: Data) => string)>> = {
  "organisation.create": "created the organisation {name}",
  "organisation.set_plan": "changed the plan to {plan}",
  "organisation.set_flag": "switched the feature {flag} {isOn}",
  "organisation.rename": "renamed the organisation to {to}",
  "organisation.delete": "deleted the organisation {name}",
  "subscription.change": "set the plan to {plan}, as the subscription is {status}",
  "member.add": "added {email} as {role}",
  "member.set_role": "changed the role of {email} from {from} to {to}",
  "member.remove": "removed {email} from the organisation",
  "member.transfer_ownership": "transferred ownership to {email}",
  "invitation.create": "invited {email} as {role}",
  "invitation.revoke": "revoked the invitation of {email}",
  "invitation.accept": "joined as {role}",
  "audit.export": "exported {entries} entries of the audit log",
  "key.create": "created the API key {name}",
  "key.revoke": "revoked the API key {name}",
  "project.create": "created the project {name}",
  "project.rename": "renamed the project {from} to {to}",
  "project.delete": "deleted the project {name}",
  "project.restore": "restored the project {name}",
  "project.update_settings": "changed the settings of {project}",
  "project.set_logo": "set the logo of {project}",
  "project.remove_logo": "removed the logo of {project}",
  "project.set_database": ({ to }) =>
    to === null ? "took the database from {project}" : "made {database} the database of {project}",
  "project.export_events": "exported the sign-in events of {project}",
  "project.purge": "deleted the project {name} for good, 30 days after its deletion",
  "project_key.create": "created the {kind} key {name} of {project}",
  "project_key.revoke": "revoked the {kind} key {name} of {project}",
  "project_provider.set": "set up sign-in with {provider}",
  "project_provider.remove": "removed sign-in with {provider}",
  "project_provider.try": "tried sign-in with {provider}",
  "sender_domain.set": "set the sender domain to {domain}",
  "sender_domain.verify": "verified the sender domain {domain}",
  "sender_domain.unverify": "found the sender domain {domain} no longer verified",
  "sender_domain.rotate": "made a new DKIM key for {domain}",
  "sender_domain.take_over": "switched {domain} to its new DKIM key",
  "sender_domain.remove": "removed the sender domain {domain}",
  "bouncing_address.add": "stopped emails to {email}, which bounced",
  "bouncing_address.lift": "let emails be sent to {email} again",
  "webhook.create": "created a webhook to {host}",
  "webhook.update": "changed the webhook to {host}",
  "webhook.disable": "disabled the failing webhook to {host}",
  "webhook.delete": "deleted the webhook to {host}",
  "bucket.create": "created the bucket {name}",
  "bucket.update": "changed the bucket {name}",
  "bucket.delete": "deleted the bucket {name}",
  "function.deploy": "deployed version {version} of the function {name}",
  "function.roll_back": "rolled the function {name} back to version {version}",
  "function.update": "changed the function {name}",
  "function.delete": "deleted the function {name}",
  "function.try": ({ as }) =>
    `tried the function {name} as ${as === "user" ? "the user {user}" : TRIED_AS[String(as)]}`,
  "function_secret.set": "set the secret {name} of functions",
  "function_secret.delete": "deleted the secret {name} of functions",
  "realtime_table.publish": "published the changes of {table} to {audience}",
  "realtime_table.unpublish": "stopped publishing the changes of {table}",
  "realtime.inspect": ({ user }) => `inspected {of} in realtime as ${user === null ? "a visitor" : "the user {user}"}`,
  "realtime.send_test": "sent the test message {event} to the topic {topic}",
  "object.put": "stored {key} in the bucket {bucket}",
  "object.delete": ({ count }) => `deleted {count} ${count === 1 ? "object" : "objects"} of the bucket {bucket}`,
  "object.move": "moved {from} to {to} in the bucket {bucket}",
  "object.copy": "copied an object to {key} in the bucket {bucket}",
  "upload.end": "ended the upload of {key} to the bucket {bucket}",
  "user_invitation.create": "invited {email} as a user",
  "user_invitation.resend": "sent the invitation of {email} again",
  "user_invitation.revoke": "revoked the invitation of {email} as a user",
  "user.import": ({ isDryRun, users }) =>
    `${isDryRun ? "checked a file with" : "started an import of"} {users} ${users === 1 ? "user" : "users"}`,
  "user.end_import": ({ status }) => IMPORT_ENDS[String(status)] ?? "imported users: {created} created",
  "user.export": "exported the users of {project}",
  "organization.create": "created the organisation {slug} of users",
  "organization.delete": "deleted the organisation {slug} of users",
  "organization.member_add": "added a user to the organisation {slug} as {role}",
  "organization.invitation_cancel": "cancelled the invitation of {email} to an organisation",
  "sso_connection.create": "created the single sign-on connection {name}",
  "sso_connection.update": "changed the single sign-on connection {name}",
  "sso_connection.refresh": "took new metadata for the single sign-on connection {name}",
  "sso_connection.choose_protocol": "changed the protocol of the single sign-on connection {name}",
  "sso_connection.rotate_key": "made a new key for the single sign-on connection {name}",
  "sso_connection.end_key_rotation": "ended the old key of the single sign-on connection {name}",
  "sso_connection.try": "tried the single sign-on connection {name}",
  "sso_connection.delete": "deleted the single sign-on connection {name}",
  "sso_domain.add": "added the domain {domain} to single sign-on",
  "sso_domain.verify": "verified the single sign-on domain {domain}",
  "sso_domain.remove": "removed the domain {domain} from single sign-on",
  "sso_domain.miss": "missed the DNS record of the single sign-on domain {domain}",
  "sso_domain.unverify": "found the single sign-on domain {domain} no longer verified",
  "database.create": "created the database {name}",
  "database.branch": "created the branch {name}",
  "database.delete": "deleted the database {name}",
  "database.reveal_connection_string": "revealed the connection string of {database}",
  "database.rotate_credential": "rotated the password of {database}",
  "database.restore_password": "restored the password of {database}",
  "database.set_restore_schedule": "set the restore point schedule of {database} to {schedule}",
  "database.run_statement": "ran {text}",
  "database.start_background_run": "started a run in the background in {database}",
  "database.cancel_background_run": "cancelled a run in the background in {database}",
  "database.undo_change": "undid a change in {database}",
  "database.delete_undo_data": "deleted the undo data of {database}",
  "database.cancel_statement": "cancelled a statement in {database}",
  "database.end_session": "ended a session in {database}",
  "shell_role.create": "created a temporary psql login to {database}",
  "restore_point.create": "created the restore point {name}",
  "restore_point.delete": "deleted the restore point {name}",
  "restore_point.restore": "restored {database} to {name}",
  "restore_point.branch": "created the branch {name} from a restore point",
  "table.import": "imported {rows} rows into {name}",
  "table.export": "exported {name}",
  "saved_query.create": "saved the query {name}",
  "saved_query.update": "changed the saved query {to}",
  "saved_query.delete": "deleted the saved query {name}",
  "collection.create": "created the collection {name}",
  "collection.delete": "deleted the collection {name}",
  "collection.import": "imported documents into {name}",
  "collection.export": "exported the documents of {name}",
  "collection.set_schema": "changed the schema of {name}",
};

const TRIED_AS: Record<string, string> = { visitor: "a visitor", server: "the app's server" };

const IMPORT_ENDS: Record<string, string> = {
  done: "imported users: {created} created, {updated} updated",
  cancelled: "cancelled an import of users",
  failed: "could not finish an import of users: {created} created, {updated} updated",
};

/** A piece of a sentence; what the event is about stands out. */
export interface Piece {
  text: string;
  isSubject: boolean;
}

interface Told {
  action: string;
  data: unknown;
  /** The names of the affected database and project; `null` once they are deleted. */
  databaseName: string | null;
  projectName: string | null;
}

const MAX_SUBJECT = 160;

/** Returns what an event says after its actor, such as `created the API key` and `Deployments`. */
export function sentenceOf({ action, data, databaseName, projectName }: Told): Piece[] {
  const named = isRecord(data) ? data : {};
  // The name of a scheduled restore point is its time, which the entry has.
  const isNameless = action.startsWith("restore_point.") && /^Scheduled \d/.test(String(named.name));
  const values: Data = { ...named, ...(isNameless && { name: null }), database: databaseName, project: projectName };
  const form = SENTENCES[action as AuditAction];
  const sentence = typeof form === "function" ? form(named) : form;
  const pieces = sentence?.split(/[{}]/).map((text, index) => {
    const isSubject = index % 2 === 1;
    return { text: isSubject ? valueText(values[text]) : text, isSubject };
  });
  // An older event may lack what the sentence names.
  const isWhole = pieces?.every(({ text, isSubject }) => !isSubject || text !== "");
  const place = placeOf(sentence, { databaseName, projectName, action });
  if (pieces && isWhole) return [...pieces.filter(({ text }) => text !== ""), ...place];
  const words = actionWords(action);
  const plain = { text: words.charAt(0).toLowerCase() + words.slice(1), isSubject: false };
  return [plain, ...place];
}

/** Says in which database or project it was, where the sentence does not. */
function placeOf(sentence: string | undefined, { databaseName, projectName, action }: Omit<Told, "data">): Piece[] {
  const place = databaseName ?? projectName;
  const isNamed = /\{(database|project)\}/.test(sentence ?? "") || NAMED_THEMSELVES.test(action);
  if (place === null || isNamed) return [];
  return [
    { text: " in ", isSubject: false },
    { text: place, isSubject: true },
  ];
}

/** What is made, renamed or deleted is no place. */
const NAMED_THEMSELVES =
  /^(database\.(create|branch|delete)|restore_point\.branch|project\.(create|rename|delete|restore|purge))$/;

function isRecord(data: unknown): data is Data {
  return typeof data === "object" && data !== null;
}

function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return value.toLocaleString("en");
  if (typeof value !== "string") return "";
  const line = value
    .trim()
    .slice(0, 4 * MAX_SUBJECT)
    .replaceAll(/\s+/g, " ");
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT).toWellFormed()}…` : line;
}
