import { Readable } from "node:stream";
import { VISIBLE } from "@/lib/core/access/databases";
import type { Role } from "@/lib/core/access/permissions";
import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { createBranch } from "@/lib/hosting/branches/create";
import { createDatabase } from "@/lib/hosting/databases/create";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { setRestoreSchedule } from "@/lib/hosting/restore-points/set-schedule";
import { createKey } from "@/lib/people/api-keys/create";
import { listKeys } from "@/lib/people/api-keys/list";
import { createInvitation } from "@/lib/people/invitations/create";
import { addMember } from "@/lib/people/members/add";
import { listMembers } from "@/lib/people/members/list";
import { createOrganisation } from "@/lib/people/organisations/create";
import { setFlag } from "@/lib/people/organisations/set-flag";
import { withCustomerSession } from "@/lib/sql/customer-session/open";
import { collectionTable } from "@/lib/sql/documents/collection";
import { countDocuments } from "@/lib/sql/documents/count";
import { createCollection } from "@/lib/sql/documents/create-collection";
import { importDocuments } from "@/lib/sql/documents/import";
import { listCollections } from "@/lib/sql/documents/list-collections";
import { setJsonSchema } from "@/lib/sql/documents/set-json-schema";
import { createSavedQuery } from "@/lib/sql/saved-queries/create";
import { listSavedQueries } from "@/lib/sql/saved-queries/list";
import { runStatements } from "@/lib/sql/statements/run";
import { COLLECTIONS, type DemoCollection } from "./collections";
import {
  BRANCHES,
  DATABASES,
  INVITATIONS,
  KEYS,
  MAIN_DATABASE,
  MEMBERS,
  ORGANISATION,
  RESTORE_POINTS,
  SAVED_QUERIES,
  SCHEDULES,
  STATEMENTS,
} from "./data";
import { makeSamples } from "./samples";

const DAY_MS = 86_400_000;
const STATEMENT_TIMEOUT_MS = 60_000;

export interface Demo {
  organisationId: string;
  organisationName: string;
  /** The address of the owner, to sign in with. */
  ownerEmail: string;
  /** The password of the owner, shown this once; `null` when the account existed already. */
  ownerPassword: string | null;
  databases: string[];
}

/**
 * Makes an organisation to try the dashboard on: members, invitations, keys, databases with rows and documents,
 * branches, restore points, a day of figures, and their audit trail. Things that exist already stay, so an interrupted
 * run is finished by another. The host of the databases must run. Throws `host_unavailable`.
 */
export async function seedDemo(ctx: Context): Promise<Demo> {
  requireOperator(ctx);
  const organisationId = await findOrMakeOrganisation(ctx);
  const passwords = await makeMembers(ctx, organisationId);
  const members = await listMembers(ctx, { organisationId });
  const as = (email: string): Context => {
    const member = members.find((found) => found.email === email);
    if (!member) throw new TypeError(`${email} is no member`);
    return { ...ctx, actor: { kind: "member", id: member.id, organisationId, role: member.role as Role } };
  };
  const [owner, developer] = [as(memberWith("owner")), as(memberWith("developer"))];
  await makeInvitations(as(memberWith("admin")), organisationId);
  for (const { name, statements } of DATABASES)
    await makeDatabase(ctx, developer, { organisationId, name, statements });
  await makeRestorePoints(developer, organisationId);
  await makeHistory(developer, organisationId);
  await makeSavedQueries(developer, organisationId);
  for (const collection of COLLECTIONS) await makeCollection(developer, organisationId, collection);
  for (const { name, of } of BRANCHES) {
    const parent = await findDatabase(ctx, organisationId, of);
    if (parent && !(await findDatabase(ctx, organisationId, name))) {
      await createBranch(developer, { databaseId: parent, name });
    }
  }
  await makeKeys(owner, organisationId);
  for (const { name } of DATABASES) {
    const databaseId = await findDatabase(ctx, organisationId, name);
    if (databaseId) await makeSamples(ctx, { databaseId, name });
  }
  await makeSchedules(developer, organisationId);
  return {
    organisationId,
    organisationName: ORGANISATION,
    ownerEmail: memberWith("owner"),
    ownerPassword: passwords.get(memberWith("owner")) ?? null,
    databases: [...DATABASES.map(({ name }) => name), ...BRANCHES.map(({ name }) => name)],
  };
}

function memberWith(role: Role): string {
  const found = MEMBERS.find((member) => member.role === role);
  if (!found) throw new TypeError(`the demo has no ${role}`);
  return found.email;
}

async function findOrMakeOrganisation(ctx: Context): Promise<string> {
  const found = await ctx.db.organisation.findFirst({ where: { name: ORGANISATION }, select: { id: true } });
  if (found) return found.id;
  const { id } = await createOrganisation(ctx, { name: ORGANISATION, plan: "pro", hostKind: "shared" });
  await setFlag(ctx, { organisationId: id, flag: "management_api", isOn: true });
  return id;
}

/** Makes the members, and returns the passwords of new accounts by their addresses. */
async function makeMembers(ctx: Context, organisationId: string): Promise<Map<string, string>> {
  const there = new Set((await listMembers(ctx, { organisationId })).map(({ email }) => email));
  const passwords = new Map<string, string>();
  for (const { email, name, role } of MEMBERS.filter((member) => !there.has(member.email))) {
    const { password } = await addMember(ctx, { organisationId, email, name, role });
    if (password !== null) passwords.set(email, password);
  }
  return passwords;
}

async function makeInvitations(admin: Context, organisationId: string): Promise<void> {
  for (const { email, role } of INVITATIONS) {
    if ((await admin.db.invitation.count({ where: { organisationId, email } })) === 0) {
      await createInvitation(admin, { organisationId, email, role });
    }
  }
}

async function findDatabase(ctx: Context, organisationId: string, name: string): Promise<string | null> {
  const row = await ctx.db.database.findFirst({ where: { organisationId, name, ...VISIBLE }, select: { id: true } });
  return row?.id ?? null;
}

async function makeDatabase(
  ctx: Context,
  developer: Context,
  input: { organisationId: string; name: string; statements: readonly string[] },
): Promise<void> {
  const { organisationId, name, statements } = input;
  const databaseId = (await findDatabase(ctx, organisationId, name)) ?? (await createDatabase(developer, { name })).id;
  // The service's own job does the same; the second of them finds nothing left to do.
  await provisionDatabase(ctx, { databaseId });
  await runInside(developer, databaseId, statements);
}

async function runInside(developer: Context, databaseId: string, statements: readonly string[]): Promise<void> {
  const database = await developer.db.database.findUniqueOrThrow({
    where: { id: databaseId },
    select: { id: true, hostId: true },
  });
  await withCustomerSession(developer, database, { statementTimeoutMs: STATEMENT_TIMEOUT_MS }, async (session) => {
    for (const statement of statements) await session.query(statement);
  });
}

async function makeRestorePoints(developer: Context, organisationId: string): Promise<void> {
  for (const { database, name } of RESTORE_POINTS) {
    const databaseId = await findDatabase(developer, organisationId, database);
    if (databaseId === null || (await developer.db.restorePoint.count({ where: { databaseId, name } })) > 0) continue;
    await createRestorePoint(developer, { databaseId, name });
  }
}

/** The service makes the first restore point of a schedule at any moment, and the database refuses requests meanwhile. */
async function makeSchedules(developer: Context, organisationId: string): Promise<void> {
  for (const { database, schedule } of SCHEDULES) {
    const databaseId = await findDatabase(developer, organisationId, database);
    const where = { targetId: databaseId ?? "", action: "database.set_restore_schedule" };
    if (databaseId === null || (await developer.db.auditEvent.count({ where })) > 0) continue;
    await setRestoreSchedule(developer, { databaseId, schedule });
  }
}

async function makeSavedQueries(developer: Context, organisationId: string): Promise<void> {
  const databaseId = await findDatabase(developer, organisationId, MAIN_DATABASE);
  if (databaseId === null) return;
  const there = new Set((await listSavedQueries(developer, { databaseId })).map(({ name }) => name));
  for (const query of SAVED_QUERIES.filter(({ name }) => !there.has(name))) {
    await createSavedQuery(developer, { databaseId, ...query });
  }
}

async function makeCollection(
  developer: Context,
  organisationId: string,
  { database, name, jsonSchema, documents }: DemoCollection,
): Promise<void> {
  const databaseId = await findDatabase(developer, organisationId, database);
  if (databaseId === null) return;
  const place = { databaseId, collection: name };
  const found = (await listCollections(developer, { databaseId })).find((collection) => collection.name === name);
  if (!found) await createCollection(developer, { databaseId, name });
  if (jsonSchema !== null && !found) {
    await setJsonSchema(developer, { ...place, jsonSchema: JSON.stringify(jsonSchema, null, 2) });
  }
  const { count } = await countDocuments(developer, { ...place, filters: [] });
  if (count > 0) return;
  const lines = documents.map((document) => JSON.stringify(document)).join("\n");
  await importDocuments(developer, { ...place, body: Readable.from([Buffer.from(lines)]) });
  await runInside(developer, databaseId, [`ANALYZE ${collectionTable(name)}`]);
}

async function makeHistory(developer: Context, organisationId: string): Promise<void> {
  const databaseId = await findDatabase(developer, organisationId, MAIN_DATABASE);
  if (databaseId === null || (await developer.db.statement.count({ where: { databaseId } })) > 0) return;
  for (const [place, text] of STATEMENTS.entries()) {
    await runStatements(developer, { databaseId, text, runId: `demo-seed-${place}`, mode: "run" }, () => undefined);
  }
}

async function makeKeys(owner: Context, organisationId: string): Promise<void> {
  const there = new Set((await listKeys(owner, { organisationId })).map(({ name }) => name));
  const now = owner.clock.now().getTime();
  for (const { name, database, readOnly, days } of KEYS.filter((key) => !there.has(key.name))) {
    const databaseId = database === null ? null : await findDatabase(owner, organisationId, database);
    const expiresAt = days === null ? null : new Date(now + days * DAY_MS);
    // The secret is not shown: the key is there to be seen in the list.
    await createKey(owner, { organisationId, memberId: owner.actor.id, name, databaseId, readOnly, expiresAt });
  }
}
