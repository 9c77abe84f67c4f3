import { expect, it } from "vitest";
import { readSourceFiles, type SourceFile } from "./source-files";

const BY_AGE = "sweeps what is over or too old, whoever it belongs to";
const OF_THE_OPERATOR = "a host, an admin key, a report and a process belong to the operator, not to an organisation";
const OF_AN_ACCOUNT = "an account belongs to no organisation; its own row is named by the account";
const BY_KEY = "one row by a primary key that the same process has just read or written";
const OF_A_BUCKET = "the bucket is the caller's, which has been read by its project";
const OF_THE_SERVER = "a catalog of PostgreSQL in the template and in every database";
const OF_A_CUSTOMER = "runs in the customer's own database";

/** The writes that reach rows without naming their organisation or project, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "lib/cli/demo/data.ts: update books": OF_A_CUSTOMER,
  "lib/cli/demo/samples.ts: databaseSample.deleteMany":
    "samples name their database alone, which the demo has just made",
  "lib/hosting/guard/sweep.ts: delete from host_event": BY_AGE,
  "lib/hosting/guard/take-over.ts: host.updateMany": OF_THE_OPERATOR,
  "lib/hosting/guard/take-over.ts: update database":
    "a guard tells of every database of its host, whoever it belongs to",
  "lib/hosting/hosts/drain.ts: host.updateManyAndReturn": OF_THE_OPERATOR,
  "lib/hosting/hosts/set.ts: host.updateManyAndReturn": OF_THE_OPERATOR,
  "lib/hosting/hosts/remove.ts: host.deleteMany": OF_THE_OPERATOR,
  "lib/hosting/operations/journal.ts: update operation": BY_KEY,
  "lib/hosting/operations/sweep.ts: delete from operation": BY_AGE,
  "lib/hosting/samples/sweep.ts: delete from database_sample": BY_AGE,
  "lib/hosting/samples/sweep.ts: update database_sample": BY_AGE,
  "lib/hosting/samples/take.ts: database.updateMany": "the host has named its own databases",
  "lib/hosting/secrets/reseal.ts: update ${table}": "reseals every secret, whoever it belongs to",
  "lib/http/api/idempotency.ts: idempotencyRecord.deleteMany": BY_KEY,
  "lib/http/api/idempotency.ts: idempotencyRecord.updateMany": BY_KEY,
  "lib/http/api/sweep-idempotency-records.ts: idempotencyRecord.deleteMany": BY_AGE,
  "lib/jobs/reconcile.ts: host.updateMany": OF_THE_OPERATOR,
  "lib/people/account-deletion/cancel-deletion.ts: accountDeletion.deleteMany": OF_AN_ACCOUNT,
  "lib/people/account-deletion/delete-due.ts: accountDeletion.deleteMany": OF_AN_ACCOUNT,
  "lib/people/account-deletion/delete-due.ts: invitation.deleteMany": BY_AGE,
  "lib/people/admin-keys/revoke.ts: adminKey.updateMany": OF_THE_OPERATOR,
  "lib/people/api-keys/last-used.ts: update ${this.#table}": "notes the use of keys of everybody, by primary key",
  "lib/people/audit/sweep.ts: delete from audit_event": BY_AGE,
  "lib/people/operator-settings/change.ts: operatorSetting.deleteMany": OF_THE_OPERATOR,
  "lib/server/embedded-postgres/hide-neighbours.ts: delete from pg_init_privs": OF_THE_SERVER,
  "lib/server/embedded-postgres/hide-neighbours.ts: update pg_attribute": OF_THE_SERVER,
  "lib/server/migrations/migrate.ts: update _prisma_migrations": "rows of the control plane's own migrations",
  "lib/services/storage/buckets/public-name.ts: update bucket": BY_KEY,
  "lib/services/storage/buckets/update.ts: bucket.updateMany": BY_KEY,
  "lib/services/storage/bytes/reconcile.ts: objectVersion.updateMany": "compares all versions with their bytes",
  "lib/services/storage/bytes/sweep.ts: objectVersion.deleteMany": BY_AGE,
  "lib/services/storage/objects/delete-many.ts: delete from object": OF_A_BUCKET,
  "lib/services/storage/objects/delete-many.ts: update object_version": OF_A_BUCKET,
  "lib/services/storage/objects/point.ts: objectVersion.updateMany": BY_KEY,
  "lib/services/storage/uploads/finish.ts: objectUpload.updateMany": BY_KEY,
  "lib/services/storage/uploads/sweep.ts: objectUpload.deleteMany": BY_AGE,
  "lib/services/abuse-reports/resolve.ts: abuseReport.updateManyAndReturn": OF_THE_OPERATOR,
  "lib/services/functions/deployments/activate.ts: functionDeployment.updateMany": BY_KEY,
  "lib/services/billing/sweep.ts: delete from billing_event": BY_AGE,
  "lib/services/functions/deployments/sweep.ts: delete from function_deployment": BY_AGE,
  "lib/services/functions/deployments/remove-versions.ts: delete from function_version":
    "the function is the caller's, which has been read by its project",
  "lib/services/functions/schedules/queue-due.ts: functionSchedule.updateMany": BY_KEY,
  "lib/services/functions/schedules/run.ts: functionSchedule.updateMany": BY_KEY,
  "lib/services/functions/schedules/set.ts: functionSchedule.deleteMany":
    "the function is the caller's, which has been read by its project",
  "lib/services/functions/update.ts: projectFunction.updateManyAndReturn": BY_KEY,
  "lib/services/deploys/record.ts: serviceInstance.updateMany": OF_THE_OPERATOR,
  "lib/services/deploys/sweep.ts: serviceInstance.deleteMany": BY_AGE,
  "lib/services/usage/sweep.ts: delete from usage_hour": BY_AGE,
  "lib/sign-in/mail/send.ts: mailMessage.updateMany": BY_KEY,
  "lib/sign-in/mail/send.ts: mailMessage.updateManyAndReturn": BY_KEY,
  "lib/sign-in/mail/sweep.ts: mailMessage.deleteMany": BY_AGE,
  "lib/sign-in/mail/sweep.ts: mailMessage.updateMany": BY_AGE,
  "lib/sign-in/mailbox/sweep.ts: flow.deleteMany": BY_AGE,
  "lib/sign-in/mailbox/sweep.ts: userInvitation.deleteMany": BY_AGE,
  "lib/sign-in/mailbox/sweep.ts: verification.deleteMany": BY_AGE,
  "lib/sign-in/scim/groups/members.ts: delete from scim_group_member": "of a group that the caller has locked",
  "lib/sign-in/scim/roles/set.ts: scimRole.deleteMany": "of a connection that the verb has locked",
  "lib/sign-in/sessions/sweep.ts: deviceGrant.deleteMany": BY_AGE,
  "lib/sign-in/sessions/sweep.ts: flow.deleteMany": BY_AGE,
  "lib/sign-in/sessions/sweep.ts: session.deleteMany": BY_AGE,
  "lib/sign-in/sessions/sweep.ts: ssoSession.deleteMany": BY_AGE,
  "lib/sign-in/sessions/sweep.ts: testToken.deleteMany": BY_AGE,
  "lib/sign-in/sessions/sweep.ts: trustedDevice.deleteMany": BY_AGE,
  "lib/sign-in/user-imports/sweep.ts: userImport.deleteMany": BY_AGE,
  "lib/sign-in/user-organisations/sweep.ts: userOrganisationInvitation.deleteMany": BY_AGE,
  "lib/sign-in/webhooks/claim.ts: webhookDelivery.updateMany": BY_KEY,
  "lib/sign-in/webhooks/settle.ts: webhookDelivery.updateMany": BY_KEY,
  "lib/sign-in/webhooks/sweep.ts: delete from webhook_event": BY_AGE,
  "lib/sign-in/webhooks/sweep.ts: webhookEndpoint.updateMany": BY_AGE,
  "lib/sql/background-runs/settle.ts: backgroundRun.deleteMany": BY_AGE,
  "lib/sql/data-changes/describe-row-changes.ts: delete from ${table}": OF_A_CUSTOMER,
  "lib/sql/data-changes/describe-row-changes.ts: update ${table}": OF_A_CUSTOMER,
  "lib/sql/data-changes/row-statement.ts: update ${table}": OF_A_CUSTOMER,
  "lib/sql/data-changes/settle.ts: statement.updateMany": BY_AGE,
  "lib/sql/statements/sweep.ts: dataChange.deleteMany": BY_AGE,
  "lib/sql/statements/sweep.ts: delete from statement": BY_AGE,
};

interface Write {
  /** File and statement, such as `lib/people/members/leave.ts: member.deleteMany`. */
  name: string;
  condition: string;
}

type Source = Pick<SourceFile, "path" | "text">;

/** Returns the text from an opening bracket to its closing one. */
function bracketed(text: string, start: number): string {
  let depth = 0;
  for (let place = start; place < text.length; place += 1) {
    if ("({[".includes(text[place] ?? "")) depth += 1;
    if (")}]".includes(text[place] ?? "")) depth -= 1;
    if (depth === 0) return text.slice(start, place + 1);
  }
  throw new Error("a bracket is not closed");
}

/** Returns the object that a name stands for, the last that is written out before the call. */
function definitionOf(name: string, before: string): string {
  const start = before.lastIndexOf(`const ${name} = {`);
  return start < 0 ? "" : bracketed(before, before.indexOf("{", start));
}

/**
 * Returns the condition of a call with the parts it takes in from other objects; nothing where it cannot be read here.
 */
function conditionOf(args: string, before: string): string {
  const found = /\bwhere(: (\w+))?\b/.exec(args);
  if (!found) return "";
  const after = args.slice(found.index + found[0].length);
  const text = after.startsWith(": {") ? bracketed(after, 2) : definitionOf(found[2] ?? "where", before);
  const spread = [...text.matchAll(/\.\.\.(\w+)/g)].map(([, name = ""]) => definitionOf(name, before));
  return [text, ...spread].join(" ");
}

function writesIn({ path, text }: Source): Write[] {
  return [...text.matchAll(/\.db\.(\w+)\.(deleteMany|updateMany|updateManyAndReturn)\(/g)].map((call) => {
    const args = bracketed(text, call.index + call[0].length - 1);
    return { name: `${path}: ${call[1]}.${call[2]}`, condition: conditionOf(args, text.slice(0, call.index)) };
  });
}

/** Returns the deletions and updates that are written in SQL, each up to the end of its text. */
function statementsIn({ path, text }: Source): Write[] {
  return [...text.matchAll(/\b(delete from|update) ([a-z_]+|\$\{[^}]+\})( \w+)?\s+(set|where|using)\b[^`]*/gi)].map(
    ([statement, verb = "", table]) => ({ name: `${path}: ${verb.toLowerCase()} ${table}`, condition: statement }),
  );
}

const writesOf = (file: Source) => [...writesIn(file), ...statementsIn(file)];
const isOwned = ({ condition }: Write) => /\b(organisationId|projectId|organisation_id|project_id)\b/.test(condition);

it("every write of many rows names the organisation or project that they belong to", () => {
  const writes = [...readSourceFiles().values()].filter(({ path }) => path.startsWith("lib/")).flatMap(writesOf);
  expect(writes.length).toBeGreaterThan(80);
  const others = writes.filter((write) => !isOwned(write)).map(({ name }) => name);
  expect([...new Set(others)].toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});

it.each<[string, string, boolean]>([
  ["a condition that is written out", "tx.db.thing.deleteMany({ where: { id, organisationId } })", true],
  ["one without an owner", "tx.db.thing.deleteMany({ where: { id } })", false],
  ["none at all", "tx.db.thing.deleteMany()", false],
  ["an owner in the data alone", "tx.db.thing.updateMany({ where: { id }, data: { organisationId } })", false],
  ["a condition by name", "const where = { projectId };\ntx.db.thing.deleteMany({ where })", true],
  ["one by another name", "const it = { id };\ntx.db.thing.deleteMany({ where: it })", false],
  ["one that takes another in", "const one = { projectId };\ntx.db.t.deleteMany({ where: { ...one, id } })", true],
  ["a condition that the caller gives", "const f = (where) => tx.db.thing.deleteMany({ where })", false],
  ["SQL with an owner", "sql`delete from thing where id = 1 and project_id = 2`", true],
  ["SQL without", "sql`UPDATE thing SET name = 'x' WHERE id = 1`", false],
])("the search knows %s", (_, text, isIt) => {
  expect(writesOf({ path: "lib/made-up.ts", text }).map(isOwned)).toEqual([isIt]);
});
