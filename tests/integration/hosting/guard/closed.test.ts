import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { functionRoleOf, readRoleOf } from "@/lib/core/ids";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createShellConnection, SHELL_MINUTES } from "@/lib/hosting/shell-connections/create";
import { dropDueShellConnections } from "@/lib/hosting/shell-connections/drop-due";
import { openFunctionDatabase } from "@/lib/services/functions/open-database";
import { createSqlParts } from "@/lib/sql/over-http/context";
import type { StatementOutcome } from "@/lib/sql/statements/resource";
import { runStatements } from "@/lib/sql/statements/run";
import { listTables } from "@/lib/sql/tables/list";
import { FixedClock } from "@/tests/support/context";
import { asSuperuser, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { type WrittenByGuard, writeAsGuard } from "@/tests/support/guard";

const UNTIL = new Date("2026-05-04T14:05:00.000Z");
const CLOSED = {
  code: "over_quota",
  message:
    "The database is closed because it's over its size limit. It reopens at 14:05 UTC, read-only, so that you can delete data.",
};

let service: HostingService;
let owner: Context;
let viewer: Context;
let databaseId: string;
let guard: WrittenByGuard;

beforeAll(async () => {
  service = await openHostingService();
  const organisation = await service.organisation();
  owner = await service.context(organisation.member.owner);
  viewer = await service.context(organisation.member.viewer);
  databaseId = await createReadyDatabase(service, organisation.member.owner);
  guard = await writeAsGuard(service.cluster);
});

afterAll(() => service.close());

const asRoot = (text: string) => asSuperuser(service.cluster, "postgres", (client) => client.query(text));

/** As the guard does it. */
beforeEach(async () => {
  await guard.empty();
  await asRoot(`ALTER ROLE ${databaseId} NOLOGIN`);
  await guard.restrict({ databaseId, state: "closed", until: UNTIL });
});

afterEach(() => asRoot(`ALTER ROLE ${databaseId} LOGIN`));

async function run(text: string): Promise<StatementOutcome[]> {
  const outcomes: StatementOutcome[] = [];
  const input = { databaseId, text, runId: randomUUID(), mode: "run" as const, confirmed: { from: 0, settings: [] } };
  await runStatements(owner, input, (outcome) => void outcomes.push(outcome));
  return outcomes;
}

it("pages and statements say that a database is closed, why, and when it opens", async () => {
  await expect(listTables(owner, { databaseId })).rejects.toMatchObject(CLOSED);
  expect(await run("select 1")).toMatchObject([{ status: "failed", message: CLOSED.message }]);
});

it("a viewer is let in no more than anybody else, whether or not one was there before", async () => {
  const readRole = readRoleOf(databaseId);
  await expect(listTables(viewer, { databaseId })).rejects.toMatchObject(CLOSED);
  expect((await asRoot(`SELECT FROM pg_roles WHERE rolname = '${readRole}'`)).rowCount).toBe(0);
  await guard.lift(databaseId);
  await listTables(viewer, { databaseId });
  await guard.restrict({ databaseId, state: "closed", until: UNTIL });
  await asRoot(`ALTER ROLE ${readRole} NOLOGIN`);
  await expect(listTables(viewer, { databaseId })).rejects.toMatchObject(CLOSED);
  expect((await asRoot(`SELECT rolcanlogin FROM pg_roles WHERE rolname = '${readRole}'`)).rows).toEqual([
    { rolcanlogin: false },
  ]);
});

it.each([
  ["volume", "it was filling its host's disk"],
  ["memory", "its sessions repeatedly used too much of the host"],
])("a database that is closed for %s says so, and that it opens as it was", async (rule, reason) => {
  await guard.restrict({ databaseId, state: "closed", rule, until: UNTIL });
  await expect(listTables(owner, { databaseId })).rejects.toMatchObject({
    code: "over_quota",
    message: `The database is closed because ${reason}. It reopens at 14:05 UTC.`,
  });
});

it("functions are refused, whether their role is there or not", async () => {
  const signIn = async () =>
    openFunctionDatabase({ ...owner, ...createSqlParts(service.db) }, { databaseId, functionId: "fn_none" });
  await expect(signIn()).rejects.toMatchObject(CLOSED);
  expect((await asRoot(`SELECT FROM pg_roles WHERE rolname = '${functionRoleOf(databaseId)}'`)).rowCount).toBe(0);
  await asRoot(`ALTER ROLE ${databaseId} LOGIN`);
  await guard.empty();
  await (await signIn()).end();
  await asRoot(`ALTER ROLE ${functionRoleOf(databaseId)} NOLOGIN`);
  await guard.restrict({ databaseId, state: "closed", until: UNTIL });
  await expect(signIn()).rejects.toMatchObject(CLOSED);
});

it("no shell connection opens beside a closed door, and none is on record", async () => {
  await expect(createShellConnection(owner, { databaseId })).rejects.toMatchObject(CLOSED);
  expect(await service.db.shellRole.count({ where: { databaseId } })).toBe(0);
});

it("the connection string is still there, and its password can be rotated", async () => {
  const before = await revealConnectionString(owner, { databaseId });
  const after = await rotateCredential(owner, { databaseId });
  expect(after.connectionString).not.toBe(before.connectionString);
  await expect(listTables(owner, { databaseId })).rejects.toMatchObject(CLOSED);
});

it("a shell connection that was open is dropped when its time is over", async () => {
  await asRoot(`ALTER ROLE ${databaseId} LOGIN`);
  await guard.lift(databaseId);
  await createShellConnection(owner, { databaseId });
  await asRoot(`ALTER ROLE ${databaseId} NOLOGIN`);
  const clock = new FixedClock(new Date(Date.now() + SHELL_MINUTES * 60_000));
  await dropDueShellConnections({ ...(await service.worker()), clock });
  expect(await service.db.shellRole.count({ where: { databaseId } })).toBe(0);
});

it("a role that is kept out by somebody else than the guard is no quota", async () => {
  await guard.lift(databaseId);
  await expect(listTables(owner, { databaseId })).rejects.toMatchObject({ code: "conflict" });
});

it("a database that is open again works at once", async () => {
  await asRoot(`ALTER ROLE ${databaseId} LOGIN`);
  expect(await run("select 1")).toMatchObject([{ status: "succeeded" }]);
});
