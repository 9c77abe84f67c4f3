import { existsSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { describeTrouble, readBackupStatus, readHostBackups } from "@/lib/core/backup-status";
import { parseKeyRing, SecretSealer } from "@/lib/core/crypto/seal";
import { noCrashPoint, systemRandom } from "@/lib/infra/system";
import { findSpool, readHostNames } from "@/lib/server/backups/hosts/host-files";
import { leaveOffHosts } from "@/lib/server/backups/hosts/leave-off-hosts";
import { listRegisteredHosts, type RegisteredHost } from "@/lib/server/backups/hosts/registered-host";
import { runHostBackups } from "@/lib/server/backups/hosts/run-hosts";
import { whyNotKept } from "@/lib/server/backups/hosts/why-not-kept";
import { openHostRepository } from "@/lib/server/backups/restore/restore-host";
import { BackedUp, PASSPHRASE } from "@/tests/support/backups";
import { queryOne } from "@/tests/support/data-folder";
import { KeptRegisteredHost } from "@/tests/support/registered-host";

const world = new BackedUp();
const kept = new KeptRegisteredHost(world);
let hosts: RegisteredHost[] = [];
let stop: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  await world.start();
  await kept.start();
  await world.openEngine();
  world.keepShipping();
  await world.backUp();
  await world.shipAll();
  await world.engine.say(null);
});
afterEach(() => stop());
afterAll(async () => {
  await kept.remove();
  await world.remove();
});

/** Runs the hosts' part of the process for backups. */
async function begin(): Promise<void> {
  const stopping = new AbortController();
  const { path: dataDir } = world.folder;
  const running = runHostBackups(
    {
      ...{ dataDir, settings: world.settings, ...(await findSpool(dataDir, world.settings)), pace: null },
      ...{ logger: pino({ enabled: false }), crashPoint: noCrashPoint },
      ...{ repository: world.engine.repository, listHosts: async () => hosts, lookMilliseconds: 100 },
    },
    stopping.signal,
  );
  stop = () => {
    stopping.abort();
    return running;
  };
}

const untilListed = (check: (listed: Awaited<ReturnType<typeof readHostBackups>>) => void) =>
  vi.waitFor(async () => check(await readHostBackups(world.folder.path)), { timeout: 90_000, interval: 100 });
const slots = async () => {
  const row = await queryOne(kept.urlOf("postgres"), "SELECT count(*)::int AS count FROM pg_replication_slots");
  return row?.count;
};

test("a host whose provisioner lacks the right is named with the remedy, and is neither backed up nor a fault", async () => {
  hosts = [kept.host];
  await begin();
  await untilListed(([host]) => expect(host?.obstacle).toContain("ALTER ROLE provisioner REPLICATION"));
  const status = await readBackupStatus(world.folder.path);
  expect(status?.hosts).toMatchObject([{ name: "pg-1", status: null }]);
  expect(status && describeTrouble(status, new Date())).toBeNull();
  expect(await slots()).toBe(0);
});

test("a host that is allowed meanwhile is backed up, and found by its name", async () => {
  hosts = [kept.host];
  await begin();
  await untilListed(([host]) => expect(host?.obstacle).not.toBeNull());
  await kept.allowReplication();
  await untilListed(([host]) => expect(host?.status).toMatchObject({ failure: null, lastBackupAt: expect.any(Date) }));
  expect(await readHostNames(world.engine.repository)).toEqual([{ id: kept.host.id, name: "pg-1" }]);
  const found = await openHostRepository(world.settings, { passphrase: PASSPHRASE, host: "pg-1" });
  expect(found.name).toContain(kept.host.id);
  await expect(openHostRepository(world.settings, { passphrase: PASSPHRASE, host: "pg-2" })).rejects.toThrow("pg-1");
});

test("a host that was backed up and loses the right is a fault", async () => {
  hosts = [kept.host];
  await kept.run("ALTER ROLE provisioner NOREPLICATION");
  await begin();
  await untilListed(([host]) => expect(host?.obstacle).toContain("REPLICATION"));
  const status = await readBackupStatus(world.folder.path);
  expect(status && describeTrouble(status, new Date())).toContain("Backups of the host pg-1: no more are made.");
  await kept.allowReplication();
});

test("a host that is removed keeps no write-ahead log for backups any more", async () => {
  hosts = [kept.host];
  await begin();
  await untilListed(([host]) => expect(host?.obstacle).toBeNull());
  expect(await slots()).toBe(1);
  hosts = [];
  await untilListed((listed) => expect(listed).toEqual([]));
  await vi.waitFor(async () => expect(await slots()).toBe(0), { timeout: 60_000 });
  expect(existsSync(`${world.placeFolder}/hosts/${kept.host.id}/repository`)).toBe(true);
});

test("a service without backups has the host keep no write-ahead log", async () => {
  hosts = [kept.host];
  await begin();
  await vi.waitFor(async () => expect(await slots()).toBe(1), { timeout: 60_000 });
  await stop();
  await leaveOffHosts(world.folder.path, async () => hosts);
  expect(await slots()).toBe(0);
  expect(await readHostBackups(world.folder.path)).toEqual([]);
});

test("another cluster at a host's address is an obstacle", async () => {
  expect(await whyNotKept(kept.host)).toBeNull();
  expect(await whyNotKept({ ...kept.host, systemIdentifier: "1" })).toContain("Another cluster answers");
});

test("the hosts of the control plane are read with their addresses, the embedded one left out", async () => {
  const { controlUrl: databaseUrl } = world.clusters;
  const secretKeys = { file: join(world.folder.path, "secret-keys") };
  await queryOne(databaseUrl, "CREATE TABLE host (id text, name text, provisioner_url text, system_identifier text)");
  const sealer = new SecretSealer(parseKeyRing(world.keyRing), systemRandom);
  const sealed = sealer.seal(kept.host.provisionerUrl, {
    table: "host",
    column: "provisioner_url",
    rowId: kept.host.id,
  });
  await queryOne(
    databaseUrl,
    `INSERT INTO host VALUES ('${kept.host.id}', 'pg-1', '${sealed}', NULL), ('host_b', 'embedded', 'other', NULL)`,
  );
  expect(await listRegisteredHosts({ databaseUrl, secretKeys })).toEqual([kept.host]);
});
