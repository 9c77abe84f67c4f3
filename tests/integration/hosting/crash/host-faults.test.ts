import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { reconcile } from "@/lib/jobs/reconcile";
import { startTemporaryCluster, type TemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import type { TestOrganisation } from "@/tests/support/context";
import {
  asCustomer,
  asSuperuser,
  createReadyDatabase,
  type HostingService,
  openHostingService,
} from "@/tests/support/databases";
import { freezeCopy } from "@/tests/support/frozen-copy";
import { findViolations } from "@/tests/support/invariants";
import { type CrashingProcess, findCrashingProcess } from "./run-process";

let folder: string;
let cluster: TemporaryCluster;
let service: HostingService;
let program: CrashingProcess;
let organisation: TestOrganisation;
let owner: Context;

const startCluster = () => startTemporaryCluster({ kind: "host", folder, name: "host-faults", log: () => {} });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-faults-"));
  await chmod(folder, 0o711);
  cluster = await startCluster();
  service = await openHostingService({ ...cluster, provisionerUrl: cluster.url, postmasterPid: cluster.postmasterPid });
  organisation = await service.organisation();
  owner = await service.context(organisation.member.owner);
  program = await findCrashingProcess();
});

afterAll(async () => {
  await service.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

const violations = () => findViolations({ ...service, hostCluster: service.cluster });

/** A database with 60,000 rows. */
async function createLargeDatabase(): Promise<{ id: string; url: string }> {
  const id = await createReadyDatabase(service, organisation.member.owner);
  const { connectionString: url } = await revealConnectionString(owner, { databaseId: id });
  await asCustomer(url, (client) =>
    client.query("CREATE TABLE big AS SELECT repeat('x', 900) AS x FROM generate_series(1, 60_000)"),
  );
  return { id, url };
}

/** Begins a branch whose copy is stopped amid its files; the outcome is that the host was not reached. */
async function freezeBranch(databaseId: string, name: string) {
  let outcome: Promise<void> | undefined;
  const pid = await freezeCopy(service.cluster, databaseId, () => {
    const branching = createBranch(owner, { databaseId, name });
    outcome = expect(branching).rejects.toMatchObject({ code: "host_unavailable", retryAfterSeconds: 5 });
  });
  return { pid, outcome };
}

const rowsOf = (url: string) =>
  asCustomer(url, async (client) => (await client.query("SELECT count(*)::int AS n FROM big")).rows[0].n);

/** Does the worker's work once the host is back. */
async function settle(): Promise<void> {
  const ctx = await service.worker();
  const outcomes = async () => {
    const [report] = await reconcile(ctx);
    return report?.unreachable ?? report?.settled.find(({ outcome }) => outcome !== "settled")?.outcome ?? "settled";
  };
  await expect.poll(outcomes).toBe("settled");
}

describe("a host that does not answer", () => {
  it("RF-10: stopped by SIGSTOP, every verb that needs it fails as `host_unavailable`; the others work", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner);
    const revealed = await revealConnectionString(owner, { databaseId: id });
    const pids = await asSuperuser(service.cluster, "postgres", async (client) => {
      const { rows } = await client.query(
        "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'provisioner'",
      );
      return rows.map((row): number => row.pid);
    });
    const frozen = [cluster.postmasterPid, ...pids];
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    try {
      const verbs = [
        () => createBranch(owner, { databaseId: id, name: "no" }),
        () => rotateCredential(owner, { databaseId: id }),
        () => deleteDatabase(owner, { databaseId: id }),
      ];
      await Promise.all(
        verbs.map((verb) => expect(verb()).rejects.toMatchObject({ code: "host_unavailable", retryAfterSeconds: 5 })),
      );
      expect(await getDatabase(owner, { databaseId: id })).toMatchObject({ status: "ready" });
      expect(await revealConnectionString(owner, { databaseId: id })).toEqual(revealed);
      expect(await createDatabase(owner, { name: "while-down" })).toMatchObject({ status: "provisioning" });
    } finally {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
    }
    await settle();
    await rotateCredential(owner, { databaseId: id });
    expect(await violations()).toEqual([]);
  });
});

describe("a fault amid CREATE DATABASE", () => {
  it("RF-05: the service vanishes; the copy goes on without it, is found and taken away, and the source opens", async () => {
    const { id, url } = await createLargeDatabase();
    const task = { kind: "branch", actor: organisation.member.owner, idempotencyRecordId: null } as const;
    let vanishing: ReturnType<CrashingProcess["start"]> | undefined;
    const pid = await freezeCopy(service.cluster, id, () => {
      vanishing = program.start(service, { ...task, databaseId: id, name: "vanished" });
    });
    await vanishing?.kill();
    process.kill(pid, "SIGCONT");
    await settle();
    expect(await violations()).toEqual([]);
    expect(await rowsOf(url)).toBe(60_000);
    expect(await service.db.database.count({ where: { name: "vanished" } })).toBe(0);
  });

  it("RF-06: the session is terminated; the caller is told 503, the branch is undone and no file is left", async () => {
    const { id, url } = await createLargeDatabase();
    const { pid, outcome } = await freezeBranch(id, "terminated");
    await asSuperuser(service.cluster, "postgres", (client) => client.query("SELECT pg_terminate_backend($1)", [pid]));
    process.kill(pid, "SIGCONT");
    await outcome;
    await settle();
    expect(await violations()).toEqual([]);
    expect(await rowsOf(url)).toBe(60_000);
  });

  it("RF-07: the server process is killed; the caller is told 503, and all is well again without anybody's help", async () => {
    const { id, url } = await createLargeDatabase();
    const { pid, outcome } = await freezeBranch(id, "killed");
    process.kill(pid, "SIGKILL");
    await outcome;
    const jobs = await service.db
      .$queryRaw`SELECT run_at <= now() + interval '10 seconds' AS soon FROM graphile_worker.jobs WHERE task_identifier = 'reconcile'`;
    expect(jobs).toEqual([{ soon: true }]);
    await settle();
    expect((await violations()).filter(({ rule }) => rule !== "orphan_directory")).toEqual([]);
    expect(await rowsOf(url)).toBe(60_000);
    await createBranch(owner, { databaseId: id, name: "killed" });
  });

  it("RF-07: the files that a killed server process left go when the server is back, and no others", async () => {
    const { id } = await createLargeDatabase();
    const base = join(cluster.dataDirectory, "base");
    const folders = async () => (await readdir(base)).filter((name) => name !== "pgsql_tmp").sort();
    const complete = await folders();
    const { pid, outcome } = await freezeBranch(id, "orphaned");
    expect(await folders()).not.toEqual(complete);
    process.kill(pid, "SIGKILL");
    await outcome;
    await settle();
    await expect.poll(folders).toEqual(complete);
    expect(await violations()).toEqual([]);
  });
});
