import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Actor, Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { createId } from "@/lib/core/ids";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { createShellConnection, SHELL_MINUTES } from "@/lib/hosting/shell-connections/create";
import { dropDueShellConnections } from "@/lib/hosting/shell-connections/drop-due";
import { reconcile } from "@/lib/jobs/reconcile";
import { leaveOrganisation } from "@/lib/people/members/leave";
import { removeMember } from "@/lib/people/members/remove";
import { setRole } from "@/lib/people/members/set-role";
import { FixedClock, keyActor, random, type TestOrganisation } from "@/tests/support/context";
import {
  asCustomer,
  asSuperuser,
  createReadyDatabase,
  type HostingService,
  NO_SUCH_DATABASE,
  openHostingService,
  refusalOf,
  toDatabase,
} from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";
import { REFUSED } from "../isolation/refused-statements";

const run = promisify(execFile);
const hasPsql = await run("psql", ["--version"]).then(
  () => true,
  () => false,
);

const LIFE_MS = SHELL_MINUTES * 60_000;

let service: HostingService;
let organisation: TestOrganisation;
let owner: Context;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
  owner = await service.context(organisation.member.owner);
});

afterAll(() => service.close());

const newDatabase = () => createReadyDatabase(service, organisation.member.owner);
const urlOf = async (databaseId: string) => (await revealConnectionString(owner, { databaseId })).connectionString;
const violations = () => findViolations({ ...service, hostCluster: service.cluster });
const rolesOnHost = () =>
  asSuperuser(service.cluster, "postgres", async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^sh_'",
    );
    return rows.map(({ name }) => name);
  });

async function openShell(databaseId: string): Promise<{ url: string; id: string }> {
  const { connectionString } = await createShellConnection(owner, { databaseId });
  return { url: connectionString, id: new URL(connectionString).username };
}

/** Does the job's work once a quarter of an hour has passed. */
async function afterExpiry(options: Parameters<HostingService["worker"]>[0] = {}): Promise<void> {
  const clock = new FixedClock(new Date(Date.now() + LIFE_MS));
  await dropDueShellConnections({ ...(await service.worker(options)), clock });
}

async function ownersOf(databaseId: string): Promise<Record<string, string>> {
  return asSuperuser(service.cluster, databaseId, async (client) => {
    const { rows } = await client.query<{ name: string; owner: string }>(
      `SELECT relname AS name, relowner::regrole::text AS owner FROM pg_class WHERE relkind = 'r' AND relname ~ '^kept'
       UNION ALL SELECT nspname, nspowner::regrole::text FROM pg_namespace WHERE nspname ~ '^kept'`,
    );
    return Object.fromEntries(rows.map(({ name, owner: by }) => [name, by]));
  });
}

describe("opening a shell connection", () => {
  it("gives a string that works at once, for a role of its own whose work belongs to the database's role", async () => {
    const id = await newDatabase();
    const { connectionString, expiresAt } = await createShellConnection(owner, { databaseId: id });
    expect(connectionString).toMatch(new RegExp(`^postgresql://sh_[0-9a-z]{20}:[0-9A-Za-z]{32}@127.0.0.1:\\d+/${id}$`));
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - LIFE_MS)).toBeLessThan(30_000);
    await asCustomer(connectionString, async (client) => {
      const { rows } = await client.query("SELECT current_user AS role, session_user AS session");
      expect(rows).toEqual([{ role: id, session: new URL(connectionString).username }]);
      await client.query("CREATE TABLE kept (n int)");
      await client.query("INSERT INTO kept VALUES (1)");
    });
    expect(await ownersOf(id)).toEqual({ kept: id });
    expect(await refusalOf(await urlOf(id), "DROP TABLE kept")).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it.skipIf(!hasPsql)("gives a command that psql runs, with the password in its environment", async () => {
    const id = await newDatabase();
    const { psqlCommand, connectionString } = await createShellConnection(owner, { databaseId: id });
    const { password } = new URL(connectionString);
    expect(psqlCommand.startsWith(`PGPASSWORD=${password} psql "postgresql://sh_`)).toBe(true);
    expect(psqlCommand.slice(`PGPASSWORD=${password}`.length)).not.toContain(password);
    const { stdout } = await run("bash", ["-c", `${psqlCommand} -Atc 'SELECT current_user'`]);
    expect(stdout.trim()).toBe(id);
  });

  it("is for members who may reveal credentials; a viewer is refused, and a stranger's database is not found", async () => {
    const stranger = await service.organisation();
    const id = await newDatabase();
    const { member } = organisation;
    const refusals: [Actor, string][] = [
      [member.viewer, "missing_permission"],
      [keyActor(member.owner, { readOnly: true }), "read_only_key"],
      [keyActor(member.owner, { databaseId: id }), "key_scope_too_narrow"],
      [stranger.member.owner, "database_not_found"],
    ];
    for (const [actor, code] of refusals) {
      await expect(createShellConnection(await service.context(actor), { databaseId: id })).rejects.toMatchObject({
        code,
      });
    }
    await expect(createShellConnection(owner, { databaseId: NO_SUCH_DATABASE })).rejects.toMatchObject({
      code: "database_not_found",
    });
    expect(await service.db.shellRole.count({ where: { databaseId: id } })).toBe(0);
    await createShellConnection(await service.context(member.developer), { databaseId: id });
  });

  it("is on record with the member who asked, without the secret", async () => {
    const id = await newDatabase();
    const { url, id: shellRoleId } = await openShell(id);
    const events = await service.db.auditEvent.findMany({ where: { targetId: id, action: "shell_role.create" } });
    expect(events).toEqual([
      expect.objectContaining({
        actorId: organisation.member.owner.id,
        data: expect.objectContaining({ shellRoleId }),
      }),
    ]);
    const { password } = new URL(url);
    const row = await service.db.shellRole.findUniqueOrThrow({ where: { id: shellRoleId } });
    expect(JSON.stringify([events, row])).not.toContain(password);
  });

  it("has the job that ends it queued for the moment its time is over", async () => {
    const { connectionString, expiresAt } = await createShellConnection(owner, { databaseId: await newDatabase() });
    const key = `drop-shell-roles:${new URL(connectionString).username}`;
    const jobs = await service.db.$queryRaw<{ task: string; at: Date }[]>`
      select task_identifier as task, run_at as at from graphile_worker.jobs where key = ${key}`;
    expect(jobs).toEqual([{ task: "drop-shell-roles", at: new Date(expiresAt) }]);
  });

  it("is refused while the database is being made", async () => {
    const { id } = await createDatabase(owner, { name: "unborn-shell" });
    await expect(createShellConnection(owner, { databaseId: id })).rejects.toMatchObject({
      code: "database_not_ready",
    });
    await deleteDatabase(owner, { databaseId: id });
  });

  it("is refused beyond five at a time, also to many at once", async () => {
    const id = await newDatabase();
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, () => createShellConnection(owner, { databaseId: id })),
    );
    const refused = made.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ code: "rate_limited", retryAfterSeconds: expect.closeTo(SHELL_MINUTES * 60, -2) }),
      ),
    );
    await afterExpiry();
    await createShellConnection(owner, { databaseId: id });
  });
});

describe("limits of a shell connection", () => {
  let id: string;
  let shell: string;
  let neighbour: string;

  beforeAll(async () => {
    id = await newDatabase();
    shell = (await openShell(id)).url;
    neighbour = await createReadyDatabase(service, (await service.organisation()).member.owner);
  });

  test.for(["postgres", "template0", "template1", "tmpl_tenant", "no_such_database", "neighbour"])(
    "PG-02: connect to %s",
    async (name) => {
      expect(await refusalOf(toDatabase(shell, name === "neighbour" ? neighbour : name))).toBe("28000");
    },
  );

  test.for(Object.entries(REFUSED))("as the database's role and as itself: %s", async ([, statements]) => {
    for (const [statement, code] of statements) {
      expect([statement, await refusalOf(shell, statement)]).toEqual([statement, code]);
      const asItself = await refusalAsItself(shell, statement);
      expect([statement, asItself]).toEqual([statement, code]);
    }
  });

  it("PG-07: become anybody but the database's role, or bring anybody in", async () => {
    const { username } = new URL(shell);
    const statements = [
      `SET ROLE "${neighbour}"`,
      "SET ROLE provisioner",
      `GRANT "${id}" TO "${neighbour}"`,
      `GRANT "${username}" TO "${neighbour}"`,
      `GRANT "${neighbour}" TO "${username}"`,
    ];
    for (const statement of statements) {
      expect([statement, await refusalAsItself(shell, statement)]).toEqual([statement, "42501"]);
    }
  });

  it("lengthen its own life or widen itself", async () => {
    const { username } = new URL(shell);
    const statements = ["VALID UNTIL 'infinity'", "CONNECTION LIMIT 100", "CREATEROLE", "CREATEDB", "SUPERUSER"].map(
      (change) => `ALTER ROLE "${username}" ${change}`,
    );
    for (const statement of statements) {
      expect([statement, await refusalOf(shell, statement)]).toEqual([statement, "42501"]);
      expect([statement, await refusalAsItself(shell, statement)]).toEqual([statement, "42501"]);
    }
  });

  it("open more than three sessions", async () => {
    const fresh = (await openShell(id)).url;
    await asCustomer(fresh, () =>
      asCustomer(fresh, () => asCustomer(fresh, async () => expect(await refusalOf(fresh)).toBe("53300"))),
    );
  });
});

/** Without the database's role, as the role that signed in. */
async function refusalAsItself(url: string, statement: string): Promise<string | null> {
  try {
    await asCustomer(url, async (client) => {
      await client.query("SET ROLE NONE");
      await client.query(statement);
    });
    return null;
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
    throw error;
  }
}

describe("the end of a shell connection", () => {
  it("Postgres lets nobody in after its time, even if all else is late", async () => {
    const id = await newDatabase();
    const past = { ...owner, clock: new FixedClock(new Date(Date.now() - LIFE_MS - 1_000)) };
    const { connectionString } = await createShellConnection(past, { databaseId: id });
    expect(await refusalOf(connectionString)).toBe("28P01");
    await dropDueShellConnections(await service.worker());
    expect(await rolesOnHost()).not.toContain(new URL(connectionString).username);
  });

  it("ends its sessions, drops the role, and leaves alone those whose time is not over and the database's own", async () => {
    const id = await newDatabase();
    const { url, id: shellRoleId } = await openShell(id);
    await dropDueShellConnections(await service.worker());
    await asCustomer(await urlOf(id), async (application) => {
      await asCustomer(url, async (session) => {
        await session.query("SELECT 1");
        await afterExpiry();
        await expect(session.query("SELECT 1")).rejects.toThrow();
      });
      await application.query("SELECT 1");
    });
    expect(await refusalOf(url)).toBe("28000");
    expect(await rolesOnHost()).not.toContain(shellRoleId);
    expect(await service.db.shellRole.count({ where: { id: shellRoleId } })).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it("a password of its own, and settings, do not outlive it", async () => {
    const id = await newDatabase();
    const { url } = await openShell(id);
    const changed = Object.assign(new URL(url), { password: "changed" }).href;
    await asCustomer(url, async (session) => {
      await session.query("SET ROLE NONE");
      await session.query(`ALTER ROLE CURRENT_USER PASSWORD '${scramVerifier("changed", random)}'`);
      await session.query("ALTER ROLE CURRENT_USER SET statement_timeout = 0");
    });
    expect(await refusalOf(changed)).toBeNull();
    await afterExpiry();
    expect(await refusalOf(changed)).toBe("28000");
    expect(await violations()).toEqual([]);
  });

  it("a password it gave the database's role is taken back, its sessions are ended, and that is on record", async () => {
    const id = await newDatabase();
    const before = await urlOf(id);
    const { url } = await openShell(id);
    await asCustomer(url, (session) =>
      session.query(`ALTER ROLE "${id}" PASSWORD '${scramVerifier("theirs", random)}'`),
    );
    const theirs = Object.assign(new URL(before), { password: "theirs" }).href;
    await expect(createShellConnection(owner, { databaseId: id })).rejects.toMatchObject({ code: "conflict" });
    await asCustomer(theirs, async (session) => {
      await afterExpiry();
      await expect(session.query("SELECT 1")).rejects.toThrow();
    });
    expect(await refusalOf(theirs)).toBe("28P01");
    expect(await refusalOf(before)).toBeNull();
    const where = { targetId: id, action: "database.restore_password" };
    expect(await service.db.auditEvent.count({ where })).toBe(1);
  });

  it("objects made without the database's role are handed to that role, and grants to it do not hold it", async () => {
    const id = await newDatabase();
    const neighbour = await createReadyDatabase(service, organisation.member.owner);
    const { url, id: shellRoleId } = await openShell(id);
    await asCustomer(url, async (session) => {
      await session.query("SET ROLE NONE");
      await session.query(`CREATE SCHEMA kept_schema; GRANT ALL ON SCHEMA kept_schema TO "${id}"`);
      await session.query("CREATE TABLE kept_schema.kept_a (n int); CREATE TABLE public.kept_b (n int)");
      await session.query("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC");
      await session.query("SELECT lo_create(0)");
    });
    await asCustomer(await urlOf(id), async (session) => {
      await session.query("CREATE TABLE kept_schema.kept_c (n int)");
      await session.query(`GRANT SELECT ON kept_schema.kept_c TO "${shellRoleId}"`);
      await session.query(`CREATE POLICY p ON kept_schema.kept_c TO "${shellRoleId}"`);
    });
    await asCustomer(await urlOf(neighbour), (session) =>
      session.query(`CREATE TABLE bait (n int); GRANT SELECT ON bait TO "${shellRoleId}"`),
    );
    await afterExpiry();
    expect(await rolesOnHost()).not.toContain(shellRoleId);
    expect(await ownersOf(id)).toEqual({ kept_schema: id, kept_a: id, kept_b: id, kept_c: id });
    expect(await violations()).toEqual([]);
  });

  it("rotating the credential ends it at once and counts its sessions", async () => {
    const id = await newDatabase();
    const { url } = await openShell(id);
    await asCustomer(url, async (session) => {
      await session.query("SELECT 1");
      expect(await rotateCredential(owner, { databaseId: id })).toMatchObject({ terminatedConnections: 1 });
      await expect(session.query("SELECT 1")).rejects.toThrow();
    });
    expect(await refusalOf(url)).toBe("28000");
    expect(await service.db.shellRole.count({ where: { databaseId: id } })).toBe(0);
  });

  it("deleting the database takes it along", async () => {
    const id = await newDatabase();
    const { url, id: shellRoleId } = await openShell(id);
    await asCustomer(url, async (session) => {
      await session.query("SET ROLE NONE; CREATE TABLE kept (n int)");
      await deleteDatabase(owner, { databaseId: id });
    });
    expect(await rolesOnHost()).not.toContain(shellRoleId);
    expect(await service.db.shellRole.count({ where: { id: shellRoleId } })).toBe(0);
    expect(await violations()).toEqual([]);
  });
});

describe("TI-08: the shell connections of a member", () => {
  /** Does the job's work that the end of a membership has queued for this moment. */
  const runDueJob = async () => dropDueShellConnections(await service.worker());

  /** A new developer with a shell to a new database, in a new organisation. */
  async function withShell() {
    const team = await service.organisation();
    const databaseId = await createReadyDatabase(service, team.member.owner);
    const open = async (actor: Actor) =>
      (await createShellConnection(await service.context(actor), { databaseId })).connectionString;
    const [url, others] = [await open(team.member.developer), await open(team.member.owner)];
    return { team, databaseId, url, others, as: (actor: Actor) => service.context(actor) };
  }

  type Team = Awaited<ReturnType<typeof withShell>>;
  const ENDS: Record<string, (team: Team) => Promise<unknown>> = {
    "who is removed": async ({ team: { id, member }, as }) =>
      removeMember(await as(member.admin), { organisationId: id, member: member.developer.id }),
    "who leaves": async ({ team: { id, member }, as }) =>
      leaveOrganisation(await as(member.developer), { organisationId: id }),
    "who is made a viewer": async ({ team: { id, member }, as }) =>
      setRole(await as(member.admin), { organisationId: id, memberId: member.developer.id, role: "viewer" }),
  };

  test.for(Object.entries(ENDS))("%s end at once with their sessions, and nobody else's", async ([, end]) => {
    const made = await withShell();
    await asCustomer(made.others, async (other) => {
      await asCustomer(made.url, async (session) => {
        await session.query("SELECT 1");
        await end(made);
        const key = `drop-shell-roles:${new URL(made.url).username}`;
        const jobs = await service.db.$queryRaw`
          select task_identifier as task from graphile_worker.jobs where key = ${key} and run_at <= now()`;
        expect(jobs).toEqual([{ task: "drop-shell-roles" }]);
        await runDueJob();
        await expect(session.query("SELECT 1")).rejects.toThrow();
      });
      await other.query("SELECT 1");
    });
    expect(await refusalOf(made.url)).toBe("28000");
    expect(await refusalOf(made.others)).toBeNull();
  });

  it("go on if their member gets another role that may open some", async () => {
    const { team, url, as } = await withShell();
    const { admin, developer } = team.member;
    await setRole(await as(admin), { organisationId: team.id, memberId: developer.id, role: "admin" });
    await runDueJob();
    expect(await refusalOf(url)).toBeNull();
  });

  it("are not opened by a member who was removed or made a viewer while they were asked for", async () => {
    const { team, databaseId, as } = await withShell();
    const { admin, developer, owner: first } = team.member;
    await service.db.member.update({ where: { id: developer.id }, data: { role: "viewer" } });
    await service.db.member.delete({ where: { id: admin.id } });
    const before = await rolesOnHost();
    for (const actor of [developer, admin]) {
      const asked = createShellConnection(await as(actor), { databaseId });
      await expect(asked).rejects.toMatchObject({ code: "missing_permission" });
    }
    expect(await rolesOnHost()).toEqual(before);
    await createShellConnection(await as(first), { databaseId });
  });
});

describe("a branch of a database with a shell connection", () => {
  it("belongs to its own role in every part, and the shell has no way into it", async () => {
    const id = await newDatabase();
    const { url, id: shellRoleId } = await openShell(id);
    await asCustomer(url, async (session) => {
      await session.query("CREATE TABLE kept_by_role (n int)");
      await session.query("SET ROLE NONE");
      await session.query("CREATE SCHEMA kept_schema; CREATE TABLE kept_schema.kept_a (n int)");
      await session.query("CREATE TABLE public.kept_b (n int)");
    });
    const { branch } = await createBranch(owner, { databaseId: id, name: `branch-${id.slice(-12)}` });
    const of = (role: string) => ({ kept_by_role: role, kept_schema: role, kept_a: role, kept_b: role });
    expect(await ownersOf(branch.id)).toEqual(of(branch.id));
    expect(await refusalOf(toDatabase(url, branch.id))).toBe("28000");
    expect(await refusalOf(url)).toBeNull();
    expect(await ownersOf(id)).toEqual({ ...of(shellRoleId), kept_by_role: id });
    await afterExpiry();
    expect(await ownersOf(id)).toEqual(of(id));
    expect(await ownersOf(branch.id)).toEqual(of(branch.id));
    expect(await violations()).toEqual([]);
  });
});

describe("a crash", () => {
  test.for(["shell_role.journalled", "shell_role.made"])("at %s leaves nothing that lasts", async (point) => {
    const id = await newDatabase();
    const crashPoint = (passed: string) => {
      if (passed === point) throw new Error("the process has ended");
    };
    const ctx = await service.context(organisation.member.owner, { crashPoint });
    await expect(createShellConnection(ctx, { databaseId: id })).rejects.toThrow("ended");
    const [report] = await reconcile(await service.worker());
    expect(report).toMatchObject({ orphans: [] });
    expect(await service.db.shellRole.count({ where: { databaseId: id } })).toBe(1);
    await afterExpiry();
    expect(await service.db.shellRole.count({ where: { databaseId: id } })).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it("at shell_role.dropped is made good by the next run", async () => {
    const id = await newDatabase();
    const before = await urlOf(id);
    const { url } = await openShell(id);
    await asCustomer(url, (session) =>
      session.query(`ALTER ROLE "${id}" PASSWORD '${scramVerifier("theirs", random)}'`),
    );
    const crashPoint = (passed: string) => {
      if (passed === "shell_role.dropped") throw new Error("the process has ended");
    };
    await afterExpiry({ crashPoint });
    expect(await refusalOf(before)).toBe("28P01");
    await afterExpiry();
    expect(await refusalOf(before)).toBeNull();
    expect(await violations()).toEqual([]);
  });
});

describe("a shell role that no row names, as after the control plane was restored from a backup", () => {
  const onHost = (statement: string) => asSuperuser(service.cluster, "postgres", (client) => client.query(statement));
  const reconciled = async () => (await reconcile(await service.worker()))[0];

  it("is dropped with its sessions once its time is over, not before, and its objects stay", async () => {
    const id = await newDatabase();
    const { url, id: forgotten } = await openShell(id);
    await service.db.shellRole.delete({ where: { id: forgotten } });
    await asCustomer(url, async (session) => {
      await session.query("SET ROLE NONE");
      await session.query("CREATE TABLE kept (n int)");
      expect(await reconciled()).toMatchObject({ orphans: [forgotten], dropped: [] });
      await session.query("SELECT 1");
      await onHost(`ALTER ROLE "${forgotten}" VALID UNTIL '${new Date(Date.now() - 1_000).toISOString()}'`);
      expect(await reconciled()).toMatchObject({ orphans: [], dropped: [forgotten], unreachable: null });
      await expect(session.query("SELECT 1")).rejects.toThrow();
    });
    expect(await rolesOnHost()).not.toContain(forgotten);
    expect(await ownersOf(id)).toEqual({ kept: id });
    expect(await violations()).toEqual([]);
    expect(await reconciled()).toMatchObject({ orphans: [], dropped: [] });
  });

  it("is left to the next run while its database is being changed", async () => {
    const id = await newDatabase();
    const { id: forgotten } = await openShell(id);
    await service.db.shellRole.delete({ where: { id: forgotten } });
    await onHost(`ALTER ROLE "${forgotten}" VALID UNTIL '2026-01-01'`);
    const host = await owner.hosts.get(service.hostId);
    await host.withLock([id], async () =>
      expect(await reconciled()).toMatchObject({ orphans: [forgotten], dropped: [] }),
    );
    expect(await reconciled()).toMatchObject({ orphans: [], dropped: [forgotten] });
  });

  it("is reported and left alone when it cannot be told whose it is", async () => {
    const own = await newDatabase();
    const neighbour = await newDatabase();
    const foreign = createId("database", random);
    await onHost(`CREATE ROLE "${foreign}"`);
    const make = async (options: string) => {
      const id = createId("shellRole", random);
      await onHost(`CREATE ROLE "${id}" ${options}`);
      return id;
    };
    const past = "VALID UNTIL '2026-01-01'";
    const left = [
      await make(past),
      await make(`${past} IN ROLE "${foreign}"`),
      await make(`${past} IN ROLE "${own}", "${neighbour}"`),
      await make(`${past} IN ROLE pg_monitor`),
      await make(`IN ROLE "${own}"`),
      await make(`VALID UNTIL 'infinity' IN ROLE "${own}"`),
    ];
    const report = await reconciled();
    expect(report?.dropped).toEqual([]);
    expect(report?.orphans.toSorted()).toEqual([foreign, ...left].toSorted());
    for (const role of [...left, foreign]) await onHost(`DROP ROLE "${role}"`);
  });
});
