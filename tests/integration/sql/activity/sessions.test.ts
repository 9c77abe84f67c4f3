import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import { cancelStatement } from "@/lib/sql/activity/cancel-statement";
import { endSession } from "@/lib/sql/activity/end-session";
import { listSessions } from "@/lib/sql/activity/list-sessions";
import type { ListedSession } from "@/lib/sql/activity/resource";
import { asSuperuser, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

let service: HostingService;
let owner: Context;
let viewer: Context;
let stranger: Context;
let databaseId: string;
let url: string;
const open: pg.Client[] = [];

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  [owner, viewer] = [await service.context(member.owner), await service.context(member.viewer)];
  stranger = await service.context((await service.organisation()).member.owner);
  databaseId = await createReadyDatabase(service, owner.actor, "main");
  url = (await revealConnectionString(owner, { databaseId })).connectionString;
  const client = await connect("set-up");
  await client.query("create table stock (id int primary key, count int); insert into stock values (1, 1), (2, 2)");
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.end().catch(() => undefined)));
});

afterAll(() => service.close());

async function connect(application_name: string, connectionString = url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name });
  client.on("error", () => undefined);
  await client.connect();
  open.push(client);
  return client;
}

const sessions = (ctx = owner) => listSessions(ctx, { databaseId });
const codeOf = (error: { code?: string }) => error.code;
const addressOf = ({ pid, startedAt }: ListedSession) => ({ databaseId, pid, startedAt });

async function find(applicationName: string, isAsked: (session: ListedSession) => boolean = () => true) {
  const look = async () => (await sessions()).find((one) => one.applicationName === applicationName && isAsked(one));
  await expect.poll(look, { interval: 20 }).toBeDefined();
  return (await look()) as ListedSession;
}

/** Two apps, of which one waits for the other's lock; returns the outcome of the waiting statement. */
async function block() {
  const [holder, waiter] = [await connect("holder"), await connect("waiter")];
  await holder.query("begin; update stock set count = 5 where id = 1");
  const outcome = waiter.query("update stock set count = 6 where id = 1").then(() => "done", codeOf);
  const waiting = await find("waiter", ({ blockedBy }) => blockedBy.length > 0);
  return { holder, waiter, outcome, waiting, holding: await find("holder") };
}

describe("the sessions of a database", () => {
  it("tell which waits for which, since when, and their statements", async () => {
    const { holding, waiting } = await block();
    expect(waiting).toMatchObject({
      ...{ owner: "app", state: "active", blockedBy: [holding.pid], waitsFor: "Lock: transactionid" },
      statement: "update stock set count = 6 where id = 1",
    });
    expect(holding).toMatchObject({ state: "idle in transaction", blockedBy: [], waitsFor: null });
    expect(holding.transactionSeconds).toBeGreaterThanOrEqual(0);
    expect((await listSessions(viewer, { databaseId })).map(({ pid }) => pid)).toContain(waiting.pid);
  });

  it("are those of this database alone, with secrets masked, and without the service's statements", async () => {
    const client = await connect("secretive");
    await client.query("select set_config('my.api_key', 'hunter2', false)");
    expect((await find("secretive")).statement).toBe("select set_config('•••', '•••', false)");
    const other = await createReadyDatabase(service, owner.actor, "other");
    const otherUrl = (await revealConnectionString(owner, { databaseId: other })).connectionString;
    await connect("elsewhere", otherUrl);
    await asSuperuser(service.cluster, databaseId, async (root) => {
      await root.query("select 'of the platform'");
      const listed = await sessions();
      expect(listed.map(({ applicationName }) => applicationName)).not.toContain("elsewhere");
      const own = listed.filter((one) => one.owner === "service");
      expect(own).toMatchObject([{ statement: "" }]);
      const refused = await endSession(owner, addressOf(own[0] as ListedSession)).catch((error) => error);
      expect(refused).toMatchObject({ code: "conflict", message: expect.stringContaining("belongs to the service") });
      expect((await root.query("select 1 as alive")).rows).toEqual([{ alive: 1 }]);
    });
  });

  it("of a temporary login are the member's own, or another's", async () => {
    const login = await createShellConnection(owner, { databaseId });
    await connect("psql", login.connectionString);
    expect(await find("psql")).toMatchObject({ owner: "you", person: { email: expect.stringContaining("@") } });
    const [seen] = (await sessions(viewer)).filter(({ applicationName }) => applicationName === "psql");
    expect(seen).toMatchObject({ owner: "another", person: { email: expect.stringContaining("@") } });
  });
});

describe("a session that is in the way", () => {
  const audited = (action: string) => service.db.auditEvent.count({ where: { action, targetId: databaseId } });

  it("loses its statement, and goes on", async () => {
    const { waiting, waiter, outcome } = await block();
    await cancelStatement(owner, addressOf(waiting));
    expect(await outcome).toBe("57014");
    expect((await waiter.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(await audited("database.cancel_statement")).toBe(1);
    const idle = await find("waiter", ({ state }) => state === "idle");
    await expect(cancelStatement(owner, addressOf(idle))).rejects.toMatchObject({ code: "conflict" });
  });

  it("ends, and lets through who waits; a second time it is gone", async () => {
    const { holding, outcome } = await block();
    await endSession(owner, addressOf(holding));
    expect(await outcome).toBe("done");
    expect(await audited("database.end_session")).toBe(1);
    const message = "The session has already ended.";
    await expect(endSession(owner, addressOf(holding))).rejects.toMatchObject({ code: "conflict", message });
    expect(await audited("database.end_session")).toBe(1);
  });

  it("is left alone by viewers, strangers, another database and a process that started at another time", async () => {
    const { holding, waiting } = await block();
    for (const act of [cancelStatement, endSession]) {
      await expect(act(viewer, addressOf(waiting))).rejects.toMatchObject({ code: "missing_permission" });
      await expect(act(stranger, addressOf(waiting))).rejects.toMatchObject({ code: "database_not_found" });
      const earlier = { ...addressOf(waiting), startedAt: holding.startedAt };
      await expect(act(owner, earlier)).rejects.toMatchObject({ code: "conflict" });
      const beside = await createReadyDatabase(service, owner.actor);
      await expect(act(owner, { ...addressOf(waiting), databaseId: beside })).rejects.toMatchObject({
        code: "conflict",
      });
    }
    expect(await find("waiter", ({ state }) => state === "active")).toMatchObject({ pid: waiting.pid });
  });
});

it("AT-C1: a role that the service doesn't know counts as the customer's, and is the operator's to end", async () => {
  const role = `reporting_${databaseId.slice(-8)}`;
  await asSuperuser(service.cluster, databaseId, async (root) => {
    await root.query(`create role ${role} login password 'reporting'; grant ${databaseId} to ${role};
      grant connect on database ${databaseId} to ${role}`);
    const other = new URL(url);
    [other.username, other.password] = [role, "reporting"];
    const client = await connect("reports", other.href);
    await client.query("select 1");
    const found = await find("reports", ({ statement }) => statement !== "");
    expect(found).toMatchObject({ owner: "app" });
    await expect(endSession(owner, addressOf(found))).rejects.toMatchObject({
      code: "conflict",
      message: "The host doesn't let the service end this session. Ask the operator.",
    });
    await client.end();
    await root.query(`drop owned by ${role}; drop role ${role}`);
  });
});
