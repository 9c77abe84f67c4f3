import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CommandSession, DoctorProbes } from "@/lib/cli/command-line";
import type { Check } from "@/lib/cli/doctor/checks";
import { SecretSealer } from "@/lib/core/crypto/seal";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { AbsentMailServer } from "@/lib/infra/mail/absent-mail-server";
import { SmtpMailer } from "@/lib/infra/mail/smtp-mailer";
import { S3ObjectStore } from "@/lib/infra/object-store/s3-object-store";
import { PostgresPrograms } from "@/lib/infra/postgres-programs/postgres-programs";
import type { ServiceContext } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { ALLOWED_EXTENSIONS } from "@/lib/server/embedded-postgres/extensions";
import { startTemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import { readMigrations } from "@/lib/server/migrations/migrations";
import { recordInstance } from "@/lib/services/deploys/record";
import { claimStore } from "@/lib/services/storage/bytes/claim-store";
import { type WorkerHostCluster, workerControlUrl, workerHostCluster } from "@/tests/support/clusters";
import { type CommandWorld, runCommand } from "@/tests/support/command-line";
import { random } from "@/tests/support/context";
import { emptyControlContext } from "@/tests/support/control-database";
import { isRoot, mountImage } from "@/tests/support/data-folder";
import { asSuperuser } from "@/tests/support/databases";
import { fillUp } from "@/tests/support/full-disk";
import { writeAsGuard } from "@/tests/support/guard";
import { insertDatabase, insertHost } from "@/tests/support/rows";
import { startS3Server } from "@/tests/support/s3-server";
import { startSmtpServer } from "@/tests/support/smtp-server";
import { startVersionedBucket } from "@/tests/support/versioned-bucket";

const GIB = 1024 ** 3;

let ctx: ServiceContext;
let cluster: WorkerHostCluster;
let dataDir: string;
let hostName: string;

beforeAll(async () => {
  ctx = await emptyControlContext();
  cluster = await workerHostCluster();
  await asSuperuser(cluster, "postgres", (client) => client.query("DROP SCHEMA IF EXISTS host_guard CASCADE"));
  const host = await insertHost(ctx, { provisionerUrl: cluster.provisionerUrl });
  await ctx.db.host.update({ where: { id: host.id }, data: { sharesBlocks: cluster.sharesBlocks } });
  hostName = host.name;
  dataDir = await mkdtemp(join(tmpdir(), "coppice-doctor-"));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function insertOrganisation(): Promise<string> {
  const id = createId("organisation", random);
  await ctx.db.organisation.create({ data: { id, name: "Doctor's" } });
  return id;
}

async function diagnose(world: Partial<CommandWorld> = {}) {
  // Only some tests have a service that answers at its address.
  const outcome = await runCommand({ ctx, isServing: false, ...world }, "doctor", "--json");
  const { healthy, checks } = outcome.json<{ healthy: boolean; checks: Check[] }>();
  const find = (name: string) => checks.find((check) => check.name === name);
  return { exitCode: outcome.exitCode, healthy, checks, find };
}

describe("doctor", () => {
  it("finds nothing failing in a whole installation, and names everything it looked at", async () => {
    const { exitCode, healthy, checks, find } = await diagnose();
    expect(checks.filter((check) => check.status === "fail")).toEqual([]);
    expect({ exitCode, healthy }).toEqual({ exitCode: 0, healthy: true });
    for (const part of [
      "version",
      "provisioner",
      "logins",
      "template",
      "clock",
      "settings",
      "rights",
      "neighbours",
      "extensions",
      "branches",
    ]) {
      expect(find(`host ${hostName}: ${part}`)).toBeDefined();
    }
    for (const name of ["node", "redis", "control plane", "control plane: clock", "migrations", "secret keys"]) {
      expect(find(name)).toMatchObject({ status: "ok", advice: null });
    }
  });

  it("says for people what to do, with one line for each check", async () => {
    const { stdout } = await runCommand({ ctx, probes: { nodeVersion: "v18.1.0" } }, "doctor");
    expect(stdout).toMatch(/^STATUS {2}CHECK/);
    expect(stdout).toMatch(/^fail +node +v18\.1\.0$/m);
    expect(stdout).toContain("  node: Install Node.js 20 or later.");
  });

  it("PG-01: fails in production on a host below the version floor, and warns in development", async () => {
    const { rows } = await onHost("select current_setting('server_version_num')::int < 180007 as below");
    const below = rows[0].below === true;
    const name = `host ${hostName}: version`;
    expect((await diagnose({ mode: "production" })).find(name)?.status).toBe(below ? "fail" : "ok");
    expect((await diagnose()).find(name)?.status).toBe(below ? "warn" : "ok");
  });

  it("warns of every extension on a host's disk that is not allowed", async () => {
    const allowedExtensions = ALLOWED_EXTENSIONS.filter((name) => name !== "hstore");
    const { find } = await diagnose({ probes: { allowedExtensions } });
    expect(find(`host ${hostName}: extensions`)).toMatchObject({
      status: "warn",
      detail: "outside the allow list: hstore",
    });
  });

  it("PG-13: warns of settings and databases that an earlier recipe left on a host", async () => {
    const folder = join(dataDir, "earlier");
    await mkdir(folder, { mode: 0o711 });
    await chmod(dataDir, 0o711);
    const remote = await startTemporaryCluster({ kind: "host", folder, name: "earlier", log: () => undefined });
    try {
      const host = await insertHost(ctx, { provisionerUrl: remote.url });
      const look = async () => {
        const { find } = await diagnose();
        return [find(`host ${host.name}: settings`), find(`host ${host.name}: neighbours`)];
      };
      expect(await look()).toMatchObject([{ status: "ok" }, { status: "ok", detail: "no databases yet" }]);
      const id = "db_00000000000000000009";
      const file = join(folder, "configuration", "earlier", "postgresql.conf");
      const later = (await readFile(file, "utf8")).replace(
        /^(log_min_error_statement|authentication_timeout) .*\n/gm,
        "",
      );
      await writeFile(file, later);
      await asSuperuser(remote, "postgres", async (client) => {
        await client.query(`CREATE DATABASE ${id} TEMPLATE template0`);
        await client.query(`GRANT CONNECT ON DATABASE ${id} TO provisioner`);
        await client.query("SELECT pg_reload_conf()");
      });
      await expect.poll(look).toMatchObject([
        {
          status: "warn",
          detail: "differ from docs/hosts.md: authentication_timeout, log_min_error_statement",
          advice: expect.stringContaining("Set authentication_timeout = 10s, log_min_error_statement = panic in"),
        },
        { status: "warn", detail: `${id} shows other databases' sessions and counters` },
      ]);
      await ctx.db.host.delete({ where: { id: host.id } });
    } finally {
      await remote.stop();
    }
  });

  it("OP-A6: warns of rights of the recipe that the provisioner lacks, and of those that everybody has", async () => {
    const look = async () => (await diagnose()).find(`host ${hostName}: rights`);
    expect(await look()).toMatchObject({ status: "ok", advice: null });
    await asSuperuser(cluster, "postgres", async (client) => {
      await client.query("GRANT CONNECT ON DATABASE postgres TO PUBLIC");
      await client.query("REVOKE pg_read_all_stats FROM provisioner");
    });
    expect(await look()).toMatchObject({
      status: "warn",
      detail: "PUBLIC may connect to postgres; the provisioner lacks pg_read_all_stats",
      advice: expect.stringContaining("docs/hosts.md"),
    });
    await asSuperuser(cluster, "postgres", async (client) => {
      await client.query("REVOKE CONNECT ON DATABASE postgres FROM PUBLIC");
      await client.query("GRANT pg_read_all_stats TO provisioner");
    });
    expect(await look()).toMatchObject({ status: "ok" });
  });

  it("warns where a host is backed up and this machine lacks the programs that bring one database back", async () => {
    const { id } = await ctx.db.host.findFirstOrThrow({ where: { name: hostName } });
    const programs = new PostgresPrograms({ bin: null, searchPath: "" });
    // No machine has those of this version.
    const copier: CommandSession["copier"] = { prepare: () => programs.prepare(990_000) };
    const backedUp = (obstacle: string | null) =>
      ({
        isSetUp: true,
        status: { hosts: [{ id, name: hostName, obstacle, status: null }] },
      }) as DoctorProbes["backups"];
    const findingOf = async (backups: DoctorProbes["backups"], world: Partial<CommandWorld> = {}) =>
      (await diagnose({ probes: { backups }, ...world })).find(`host ${hostName}: restores`);
    expect(await findingOf(backedUp(null), { copier })).toMatchObject({
      status: "warn",
      detail: "no single database can be brought back from backups",
      advice: expect.stringContaining("postgresql-client-99"),
    });
    expect(await findingOf(backedUp(null))).toMatchObject({ status: "ok" });
    expect(await findingOf(backedUp("It has no slot."), { copier })).toBeUndefined();
    expect(await findingOf({ isSetUp: false, status: null }, { copier })).toBeUndefined();
  });

  it("fails on a host that does not answer, without a word of its connection string", async () => {
    const host = await insertHost(ctx, { provisionerUrl: "postgresql://provisioner:hunter2@127.0.0.1:1/postgres" });
    const { exitCode, checks, find } = await diagnose();
    await ctx.db.host.delete({ where: { id: host.id } });
    expect(exitCode).toBe(1);
    expect(find(`host ${host.name}`)).toMatchObject({ status: "fail", detail: "doesn't respond (ECONNREFUSED)" });
    expect(JSON.stringify(checks)).not.toContain("hunter2");
    expect(find(`host ${hostName}: template`)).toMatchObject({ status: "ok" });
  });

  it("fails on a host whose provisioner is a superuser or that has no template", async () => {
    const admin = `postgresql://${cluster.superuser}@/postgres?host=${cluster.socketDirectory}&port=${cluster.port}`;
    const host = await insertHost(ctx, { provisionerUrl: admin });
    const superuser = await diagnose();
    expect(superuser.find(`host ${host.name}: provisioner`)).toMatchObject({
      status: "fail",
      detail: "is a superuser",
    });
    await ctx.db.host.delete({ where: { id: host.id } });
    const control = await insertHost(ctx, { provisionerUrl: await workerControlUrl() });
    const bare = await diagnose();
    await ctx.db.host.delete({ where: { id: control.id } });
    expect(bare.find(`host ${control.name}: template`)).toMatchObject({
      status: "fail",
      detail: "tmpl_tenant is missing",
    });
  });

  it("OP-H4, OP-M2: fails on hosts that are one cluster, and on databases that are gone from their host", async () => {
    const organisationId = await insertOrganisation();
    const twin = await insertHost(ctx, { provisionerUrl: cluster.provisionerUrl });
    const hostId = (await ctx.db.host.findUniqueOrThrow({ where: { name: hostName } })).id;
    const { id } = await insertDatabase(ctx, { organisationId, hostId, status: "ready" });
    const { checks, find } = await diagnose();
    expect(checks).toContainEqual(
      expect.objectContaining({
        ...{ name: "hosts", status: "fail" },
        detail: `are the same cluster: ${[twin.name, hostName].sort().join(", ")}`,
      }),
    );
    expect(find(`host ${hostName}: databases`)).toMatchObject({ status: "fail", detail: `missing: ${id}` });
    await ctx.db.database.delete({ where: { id } });
    await ctx.db.host.delete({ where: { id: twin.id } });
    expect((await diagnose()).find(`host ${hostName}: databases`)?.status).not.toBe("fail");
  });

  it("OP-H4: says which line a registered host's pg_hba.conf lacks, and leaves no role behind", async () => {
    const folder = join(dataDir, "clusters");
    await mkdir(folder, { mode: 0o711 });
    await chmod(dataDir, 0o711);
    const remote = await startTemporaryCluster({ kind: "host", folder, name: "remote", log: () => undefined });
    try {
      const host = await insertHost(ctx, { provisionerUrl: remote.url });
      const access = join(folder, "configuration", "remote", "pg_hba.conf");
      const look = async () => (await diagnose()).find(`host ${host.name}: logins`);
      const takeAway = async (lines: RegExp) => {
        await writeFile(access, (await readFile(access, "utf8")).replace(lines, ""));
        await asSuperuser(remote, "postgres", (client) => client.query("SELECT pg_reload_conf()"));
      };
      expect(await look()).toMatchObject({ status: "ok", advice: null });
      const rules = await readFile(access, "utf8");
      await writeFile(access, rules.replace(/^(host sameuser .*)scram-sha-256$/m, "$1trust"));
      await asSuperuser(remote, "postgres", (client) => client.query("SELECT pg_reload_conf()"));
      await expect.poll(look).toMatchObject({ status: "fail", detail: "a wrong password is let in" });
      await writeFile(access, rules);
      await takeAway(/^host samerole .*\n/m);
      // The server reads the file anew some time after it was told to.
      await expect.poll(look).toMatchObject({
        status: "fail",
        detail: "viewers and psql logins are refused (28000): pg_hba.conf has no line with samerole",
        advice: expect.stringContaining("Add `hostssl samerole all all scram-sha-256` to pg_hba.conf"),
      });
      await takeAway(/^host sameuser .*\n/m);
      await expect.poll(look).toMatchObject({
        status: "fail",
        detail: "databases' roles are refused (28000)",
        advice: expect.stringContaining("Add the lines with sameuser and samerole"),
      });
      await ctx.db.host.delete({ where: { id: host.id } });
      expect(await doctorRoles(remote)).toEqual([]);
    } finally {
      await remote.stop();
    }
  });

  it("drops the roles that an interrupted run left, once they are of no use", async () => {
    const [old, running] = ["coppice_doctor_00000000000000aa", "coppice_doctor_00000000000000bb"];
    await onHost(`CREATE ROLE ${old} VALID UNTIL '2026-01-01'; CREATE ROLE ${running} VALID UNTIL '2099-01-01'`);
    await diagnose();
    expect(await doctorRoles(cluster)).toEqual([running]);
    await onHost(`DROP ROLE ${running}`);
  });

  it("warns of a host without a guard, and says how to start one", async () => {
    const { exitCode, find } = await diagnose();
    expect(exitCode).toBe(0);
    expect(find(`host ${hostName}: guard`)).toMatchObject({
      status: "warn",
      detail: "none is running: one customer can affect all others",
      advice: expect.stringContaining("npm run coppice -- host-guard"),
    });
  });

  it("fails on a guard that has not looked for a minute, and on volumes that are full", async () => {
    const guard = await writeAsGuard(cluster);
    const now = ctx.clock.now().getTime();
    const volume = (purpose: string, free: number, total: number, reserve?: number) => ({
      ...{ purpose, path: `/${purpose}`, freeBytes: free * GIB, totalBytes: total * GIB },
      ...(reserve !== undefined && { reserveBytes: reserve * GIB }),
    });
    await guard.beat(new Date(now - 60_000), [
      ...[volume("roomy", 5, 20, 1), volume("tenth", 9.9, 100), volume("small", 0.9, 2), volume("full", 2, 10, 3)],
    ]);
    const { exitCode, find } = await diagnose();
    const statusOf = (part: string) => find(`host ${hostName}: ${part}`)?.status;
    expect(statusOf("guard")).toBe("ok");
    expect(find(`host ${hostName}: roomy volume`)).toMatchObject({
      status: "ok",
      detail: "/roomy, 5 GB of 20 GB free",
    });
    expect([statusOf("tenth volume"), statusOf("small volume")]).toEqual(["warn", "warn"]);
    expect(find(`host ${hostName}: full volume`)).toMatchObject({
      status: "fail",
      detail: "/full, 2 GB of 10 GB free, less than the 3 GB that should stay free",
    });
    expect(exitCode).toBe(1);
    await guard.beat(new Date(now - 60_001), [volume("roomy", 5, 20)]);
    const silent = await diagnose();
    expect(silent.exitCode).toBe(1);
    expect(silent.find(`host ${hostName}: guard`)).toMatchObject({
      status: "fail",
      advice: expect.stringContaining("npm run coppice -- host-guard"),
    });
    expect(silent.find(`host ${hostName}: roomy volume`)).toBeUndefined();
    await guard.empty();
  });

  it("looks for no guard of the embedded host while the service is stopped", async () => {
    await ctx.db.host.update({ where: { name: hostName }, data: { name: "embedded" } });
    const guard = async (isServing: boolean) => (await diagnose({ isServing })).find("host embedded: guard");
    expect(await guard(false)).toMatchObject({ status: "ok", detail: "starts with the service" });
    expect(await guard(true)).toMatchObject({ status: "warn", advice: expect.stringContaining("with the service") });
    await ctx.db.host.update({ where: { name: "embedded" }, data: { name: hostName } });
  });

  it("RF-25: fails when the ring lacks a key that stored values need", async () => {
    const sealer = new SecretSealer([{ id: "other", secret: random.bytes(32) }], random);
    const { exitCode, find } = await diagnose({ ctx: { ...ctx, sealer } });
    expect(exitCode).toBe(1);
    expect(find("secret keys")).toMatchObject({ status: "fail", detail: "lacks t1 (1 values)" });
  });

  it("fails on pending migrations and names them", async () => {
    const listMigrations = async () => [...(await readMigrations()).map(({ name }) => name), "99990101000000_next"];
    const { find } = await diagnose({ probes: { listMigrations } });
    expect(find("migrations")).toMatchObject({ status: "fail", detail: "pending: 99990101000000_next" });
  });

  it("OP-H3: fails on the migrations of a newer version and names them", async () => {
    const migrations = (await readMigrations()).map(({ name }) => name);
    const { find } = await diagnose({ probes: { listMigrations: async () => migrations.slice(0, -1) } });
    expect(find("migrations")).toMatchObject({
      status: "fail",
      detail: `of a newer version: ${migrations.at(-1)}`,
      advice: "Run the version that applied them, or a newer one; or restore a backup from before the upgrade.",
    });
  });

  it("reports the machine even when the control plane cannot be reached", async () => {
    const sessionError = Object.assign(new Error("hunter2"), { code: "ECONNREFUSED" });
    const { exitCode, checks, find } = await diagnose({ sessionError });
    expect(exitCode).toBe(1);
    expect(find("node")).toMatchObject({ status: "ok" });
    expect(find("control plane")).toMatchObject({ status: "fail", detail: "ECONNREFUSED" });
    expect(JSON.stringify(checks)).not.toContain("hunter2");
  });

  it("looks at the data folder's mode, space and presence when the databases are embedded", async () => {
    const look = (probes: CommandWorld["probes"]) => diagnose({ probes: { isEmbedded: true, dataDir, ...probes } });
    await chmod(dataDir, 0o711);
    expect((await look({})).find("data folder")).toMatchObject({ status: "ok" });
    expect((await look({})).find(`disk space of ${dataDir}`)?.detail).toMatch(/^[\d.]+ GB of [\d.]+ GB free$/);
    await chmod(dataDir, 0o755);
    expect((await look({})).find("data folder")).toMatchObject({
      status: "fail",
      advice: `Run: chmod go-rw ${dataDir}`,
    });
    expect((await look({ dataDir: join(dataDir, "none") })).find("data folder")).toMatchObject({ status: "warn" });
  });

  it.runIf(isRoot)(
    "RF-19: fails when the volume of a cluster is full, however much the disk of the data folder has",
    async () => {
      const volume = join(dataDir, "volume");
      const unmount = mountImage(volume, "64M", ["mkfs.ext4", "-q"]);
      try {
        const clusterFolders = async () => [join(dataDir), volume];
        const look = async () => (await diagnose({ probes: { isEmbedded: true, dataDir, clusterFolders } })).find;
        const empty = await look();
        expect(empty(`disk space of ${volume}`)).toMatchObject({ status: "ok" });
        fillUp(volume);
        const full = await look();
        expect(full(`disk space of ${volume}`)).toMatchObject({
          status: "fail",
          detail: expect.stringMatching(/^0 bytes of [\d.]+ MB free$/),
          advice: expect.stringContaining("volume grow"),
        });
      } finally {
        unmount();
      }
    },
  );

  it("finds mkfs.xfs where programs are looked for", async () => {
    const program = join(dataDir, "mkfs.xfs");
    await writeFile(program, "", { mode: 0o755 });
    const { find } = await diagnose({ probes: { isEmbedded: true, dataDir, searchPath: dataDir } });
    expect(find("mkfs.xfs")).toMatchObject({ status: "ok", detail: program });
  });

  it.each([
    ["bubblewrap", "ok", "for organisations you trust"],
    ["sandbox", "ok", "COPPICE_FUNCTIONS_SANDBOX"],
    ["plain", "warn", "for development alone"],
    ["unanswered", "warn", "is asked again"],
    [null, "warn", "nothing here keeps them apart"],
  ] as const)("tells the effect if functions are run by %s", async (state, status, detail) => {
    const { find } = await diagnose({ probes: { functions: async () => ({ state, reason: null }) } });
    expect(find("functions")).toMatchObject({ status, detail: expect.stringContaining(detail) });
  });

  it.each([
    ["missing", "workerd isn't installed"],
    ["away", "nothing answers at COPPICE_FUNCTIONS_SOCKET"],
  ] as const)("warns if the process for functions is %s", async (found, detail) => {
    const { find } = await diagnose({ probes: { functions: async () => found } });
    expect(find("functions")).toMatchObject({ status: "warn", detail: expect.stringContaining(detail) });
  });

  it("OP-L4: says why functions are off, and how many open files they need", async () => {
    const reason = "bubblewrap: prlimit: failed to set the NOFILE resource limit: Operation not permitted";
    const { find } = await diagnose({ probes: { functions: async () => ({ state: null, reason }) } });
    expect(find("functions")).toMatchObject({ status: "warn", detail: `can't be run: ${reason}` });
    expect(find("functions")?.advice).toContain("4096 open files");
  });

  it("names roles that sleep as such, and those that ended as missing", async () => {
    const build = { sha: "test", timestamp: "2026-03-01T09:30:00.000Z" };
    const look = async (environment = readEnvironment({})) =>
      (await diagnose({ isServing: true, environment })).find("roles");
    expect(await look()).toMatchObject({ status: "ok", detail: "none has run yet" });
    const web = await recordInstance(ctx, build, ["web"]);
    await (await recordInstance(ctx, build, ["content", "sql"])).close();
    const slept = "web running; content, sql asleep until the first request";
    expect(await look()).toMatchObject({ status: "ok", detail: slept, advice: null });
    const atOnce = readEnvironment({ COPPICE_ROLE_START: "at-once" });
    expect(await look(atOnce)).toMatchObject({ status: "warn", detail: "web running; content, sql stopped" });
    await web.close();
    expect(await look()).toMatchObject({ status: "warn", detail: expect.stringContaining("web stopped") });
    await ctx.db.serviceInstance.deleteMany({});
  });

  it("OP-M2: fails without a worker, and with jobs that wait for long", async () => {
    const look = async () => (await diagnose({ isServing: true })).find("worker");
    expect(await look()).toMatchObject({ status: "fail", detail: expect.stringContaining("none runs") });
    const worker = await recordInstance(ctx, { sha: "test", timestamp: "2026-03-01T09:30:00.000Z" }, ["worker"]);
    expect(await look()).toMatchObject({ status: "ok" });
    await ctx.db.$executeRaw`SELECT graphile_worker.add_job('late', run_at := ${new Date(0)}::timestamptz)`;
    expect(await look()).toMatchObject({ status: "fail", detail: expect.stringContaining("late waits since 1970") });
    await ctx.db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`;
    expect(await look()).toMatchObject({
      status: "warn",
      detail: "1 running, but jobs have failed for good: late (1)",
    });
    await worker.close();
  });

  it("fails where production has no mail server", async () => {
    const { find } = await diagnose({ ctx: { ...ctx, mail: { ...ctx.mail, mailer: new AbsentMailServer() } } });
    expect(find("mail")).toMatchObject({ status: "fail", detail: "No mail server is set up." });
  });

  it("OP-M2: fails on a mail server that doesn't answer", async () => {
    const sink = await startSmtpServer();
    const look = async (url: string) => {
      const mailer = new SmtpMailer(url, "coppice.example");
      const environment = { ...readEnvironment({}), smtpUrl: url };
      const { find } = await diagnose({ ctx: { ...ctx, mail: { ...ctx.mail, mailer } }, environment });
      await mailer.close();
      return find("mail");
    };
    expect(await look(sink.url)).toMatchObject({ status: "ok" });
    await sink.close();
    expect(await look(sink.url)).toMatchObject({ status: "fail", detail: expect.stringContaining("ECONNREFUSED") });
  });

  it("OP-M2: fails on objects that have no bytes", async () => {
    const projectId = createId("project", random);
    const organisationId = await insertOrganisation();
    await ctx.db.project.create({ data: { id: projectId, organisationId, name: "Shop", settings: {} } });
    await ctx.db.objectVersion.create({
      data: {
        ...{ id: "ver_1", projectId, bytesId: "bytes-that-are-gone", size: 1n, sha256: new Uint8Array(32) },
        contentType: "text/plain",
      },
    });
    expect((await diagnose()).find("objects")).toMatchObject({
      status: "fail",
      detail: "1 of 1 looked at have no bytes",
    });
    await ctx.db.objectVersion.deleteMany();
    expect((await diagnose()).find("objects")).toMatchObject({ status: "ok" });
  });

  it.each([
    ["is away", "ECONNREFUSED", false],
    ["takes requests and answers none", "AbortError", true],
  ] as const)("OP-M2: fails on an object store that %s, and looks at all else", async (_, reason, listens) => {
    const port = await findFreePort([]);
    const server = createServer();
    if (listens) await once(server.listen(port, "127.0.0.1"), "listening");
    const projectId = createId("project", random);
    const data = { id: projectId, organisationId: await insertOrganisation(), name: "Shop", settings: {} };
    await ctx.db.project.create({ data });
    for (const number of [1, 2]) {
      const id = `ver_${port}_${number}`;
      const bytes = { bytesId: `bytes-of-${id}`, size: 1n, sha256: new Uint8Array(32), contentType: "text/plain" };
      await ctx.db.objectVersion.create({ data: { id, projectId, ...bytes } });
    }
    const keys = { accessKeyId: "a", secretAccessKey: "b" };
    const s3 = { endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", bucket: "objects", ...keys };
    const { find } = await diagnose({ ctx: { ...ctx, objects: new S3ObjectStore(s3, dataDir) } });
    expect(find("objects")).toEqual({
      ...{ name: "objects", status: "fail", detail: `the store doesn't answer (${reason})` },
      advice: "Start the store that keeps objects, or correct COPPICE_S3_ENDPOINT and its companions.",
    });
    expect(find(`host ${hostName}: version`)).toBeDefined();
    await ctx.db.objectVersion.deleteMany();
    server.close();
  });

  it("looks whether a bucket belongs to another installation, and doesn't claim it", async () => {
    const { settings, close } = await startS3Server();
    const objects = new S3ObjectStore(settings, dataDir);
    const find = async () => (await diagnose({ ctx: { ...ctx, objects } })).find("object store");
    expect(await find()).toBeUndefined();
    expect(await objects.ownerMark.read()).toBeNull();
    await objects.ownerMark.write("another");
    expect(await find()).toMatchObject({
      status: "warn",
      advice: expect.stringContaining("coppice object claim-store"),
    });
    await claimStore({ ...ctx, objects });
    expect(await find()).toMatchObject({ status: "ok" });
    await close();
  });

  it.each([
    ["Enabled", "ok"],
    ["none", "warn"],
  ] as const)("looks whether a bucket keeps objects that are deleted: versions %s", async (versions, status) => {
    const { settings, close } = await startVersionedBucket(versions);
    const { find } = await diagnose({ ctx: { ...ctx, objects: new S3ObjectStore(settings, dataDir) } });
    expect(find("object versions")).toMatchObject({ status });
    await close();
    expect((await diagnose()).find("object versions")).toBeUndefined();
  });

  it("OP-C1: fails on functions that have no code", async () => {
    const [projectId, functionId, versionId] = [createId("project", random), "fn_1", "fnv_1"];
    const organisationId = await insertOrganisation();
    await ctx.db.project.create({ data: { id: projectId, organisationId, name: "Shop", settings: {} } });
    const made = { name: "hello", access: "public", createdAt: new Date(), updatedAt: new Date() };
    await ctx.db.projectFunction.create({ data: { id: functionId, projectId, egressHosts: [], ...made } });
    const code = { sha256: new Uint8Array(32), bundleBytes: 1, envNames: [], createdAt: new Date() };
    await ctx.db.functionVersion.create({ data: { id: versionId, functionId, number: 1, ...code } });
    const look = async () => (await diagnose()).find("objects");
    // One that is being deployed has none yet.
    expect(await look()).toMatchObject({ status: "ok" });
    await ctx.db.projectFunction.update({ where: { id: functionId }, data: { activeVersionId: versionId } });
    expect(await look()).toMatchObject({ status: "fail", detail: "1 of 1 looked at have no bytes" });
    await ctx.db.projectFunction.update({ where: { id: functionId }, data: { activeVersionId: null } });
  });

  it("OP-M2: fails on a key ring that others can read", async () => {
    const file = join(dataDir, "secret-keys");
    await writeFile(file, "k1:x", { mode: 0o644 });
    const look = async () =>
      (await diagnose({ environment: { ...readEnvironment({}), secretKeys: { file } } })).find("key ring file");
    expect(await look()).toMatchObject({ status: "fail", advice: `Run: chmod go= ${file}` });
    await chmod(file, 0o600);
    expect(await look()).toMatchObject({ status: "ok" });
  });

  it("asks Redis for its version, and fails when it does not answer", async () => {
    const redis = await startRedis(await findFreePort([]));
    const running = (await diagnose({ probes: { redisUrl: redis.url } })).find("redis");
    await redis.stop();
    expect(running?.detail).toMatch(/version \d+\.\d+\.\d+$/);
    expect(running?.status).not.toBe("fail");
    const { exitCode, find } = await diagnose({ probes: { redisUrl: redis.url } });
    expect(exitCode).toBe(1);
    expect(find("redis")?.status).toBe("fail");
  });
});

type Reachable = Parameters<typeof asSuperuser>[0];

async function doctorRoles(on: Reachable): Promise<string[]> {
  return asSuperuser(on, "postgres", async (client) => {
    const found = await client.query<{ name: string }>(
      "SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^coppice_doctor_' ORDER BY 1",
    );
    return found.rows.map(({ name }) => name);
  });
}

async function onHost(sql: string) {
  const client = new pg.Client(cluster.provisionerUrl);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A real Redis on a port of its own. */
async function startRedis(port: number) {
  const child = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""]);
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("Ready to accept connections")) break;
  }
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
