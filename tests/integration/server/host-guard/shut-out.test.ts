import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { HostSession } from "@/lib/core/ports/database-host";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { restrict } from "@/lib/server/host-guard/act/restrict";
import type { Restriction } from "@/lib/server/host-guard/restriction";
import { GuardSession } from "@/lib/server/host-guard/session";
import { createReadyDatabase, type HostingService, openHostingService, refusalOf } from "@/tests/support/databases";
import { writeAsGuard } from "@/tests/support/guard";

const CLOSED: Restriction = {
  ...{ state: "closed", rule: "volume", since: new Date(), until: new Date("2099-01-01T00:00:00.000Z") },
  ...{ sizeBytes: null, times: 1 },
};
const VERIFIER = `SCRAM-SHA-256$4096:${"A".repeat(22)}==$${"B".repeat(43)}=:${"C".repeat(43)}=`;

let service: HostingService;
let guard: GuardSession;
let databaseId: string;
let url: string;

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  databaseId = await createReadyDatabase(service, member.owner);
  url = (await revealConnectionString(await service.context(member.owner), { databaseId })).connectionString;
  await (await writeAsGuard(service.cluster)).empty();
  guard = new GuardSession(service.cluster);
});
afterAll(async () => {
  guard.close();
  await service.close();
});

async function asPlatform(work: (session: HostSession) => Promise<void>): Promise<void> {
  const ctx = await service.worker();
  await (await ctx.hosts.get(service.hostId)).withLock([databaseId], work);
}

const close = () => restrict(guard, databaseId, { from: null, to: CLOSED });
const open = () => restrict(guard, databaseId, { from: CLOSED, to: null });
const shutOut = () => asPlatform((session) => session.forbidLogin(databaseId));
const letIn = () => asPlatform((session) => session.allowLogin(databaseId));

/** Returns the right of each role to log in. Two of them have a verifier of no password, so none is tried. */
async function mayLogIn(): Promise<Record<string, boolean>> {
  const rows = await guard.query<{ kind: string; mayLogIn: boolean }>(
    `SELECT split_part(rolname, '_', 1) AS kind, rolcanlogin AND rolconnlimit > 0 AS "mayLogIn"
     FROM pg_roles WHERE rolname ~ ('^(db|fn|ro)_' || substr($1, 4) || '$')`,
    [databaseId],
  );
  return Object.fromEntries(rows.map((row) => [row.kind, row.mayLogIn]));
}

beforeEach(async () => {
  await asPlatform(async (session) => {
    await session.ensureReadRole(databaseId, VERIFIER);
    await session.ensureFunctionRole(databaseId, VERIFIER);
    await session.allowLogin(databaseId);
  });
  expect(await mayLogIn()).toEqual({ db: true, fn: true, ro: true });
});

it("a database that the platform has shut its clients out of stays shut when the guard's pause ends", async () => {
  await close();
  await shutOut();
  await open();
  expect(await mayLogIn()).toEqual({ db: false, fn: false, ro: false });
  expect(await refusalOf(url)).toBe("28000");
  await letIn();
  expect(await mayLogIn()).toEqual({ db: true, fn: true, ro: true });
  expect(await refusalOf(url)).toBeNull();
});

it("a database that the guard keeps closed stays so when the platform lets its clients in, until the pause ends", async () => {
  await shutOut();
  await close();
  await letIn();
  expect(await mayLogIn()).toEqual({ db: false, fn: false, ro: false });
  expect(await refusalOf(url)).toBe("28000");
  await open();
  expect(await mayLogIn()).toEqual({ db: true, fn: true, ro: true });
  expect(await refusalOf(url)).toBeNull();
});

it("a new password for readers or functions lets nobody in meanwhile", async () => {
  await shutOut();
  await asPlatform(async (session) => {
    await session.ensureReadRole(databaseId, VERIFIER);
    await session.ensureFunctionRole(databaseId, VERIFIER);
  });
  expect(await mayLogIn()).toEqual({ db: false, fn: false, ro: false });
});
