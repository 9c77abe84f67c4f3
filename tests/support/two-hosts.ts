import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { getDatabase } from "@/lib/hosting/databases/get";
import { addHost } from "@/lib/hosting/hosts/add";
import { setHost } from "@/lib/hosting/hosts/set";
import { moveDatabase } from "@/lib/hosting/moves/move";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { startTemporaryCluster, type TemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import type { WorkerHostCluster } from "./clusters";
import { OPERATOR } from "./context";
import { asCustomer, createReadyDatabase } from "./databases";
import { findViolations } from "./invariants";
import { openOwnedService } from "./owned-service";
import { postgresClient } from "./postgres-client";

/** The hosting service with a second host, `other`, that is a cluster of its own in the folder `other` of `folder`. */
export async function openTwoHosts(prepareFolder: (folder: string) => void = () => undefined) {
  const folder = await mkdtemp(join(tmpdir(), "coppice-two-hosts-"));
  await chmod(folder, 0o711);
  prepareFolder(folder);
  const startOther = (): Promise<TemporaryCluster> =>
    startTemporaryCluster({ kind: "host", folder, name: "other", log: () => undefined });
  let started = await startOther();
  const other: WorkerHostCluster = { ...started, provisionerUrl: started.url, postmasterPid: started.postmasterPid };
  const owned = await openOwnedService();
  const { service, owner } = owned;
  const operator = await service.context(OPERATOR);
  const { id: otherId } = await addHost(operator, inputOf(other), openHost);
  const urlOf = async (databaseId: string) => (await revealConnectionString(owner, { databaseId })).connectionString;
  const hostOf = async (id: string) =>
    (await service.db.database.findUniqueOrThrow({ where: { id }, select: { hostId: true } })).hostId;
  return {
    ...{ ...owned, operator, folder, other, otherId, urlOf, hostOf },
    /** The database has its former host, and clients are in it. */
    expectUntouched: async (id: string) => {
      expect(await hostOf(id)).toBe(service.hostId);
      expect(await getDatabase(owner, { databaseId: id })).toMatchObject({ status: "ready" });
      await run(await urlOf(id), "CREATE TABLE IF NOT EXISTS still_here (n int)");
    },
    /** A ready database on the first host with the statements run in it. */
    make: async (name: string, ...statements: string[]) => {
      const databaseId = await createReadyDatabase(service, owner.actor, name);
      await run(await urlOf(databaseId), ...statements);
      return databaseId;
    },
    move: (databaseId: string, more: { hostId?: string; ctx?: Context; dropsRestorePoints?: boolean } = {}) => {
      const { ctx = operator, ...input } = more;
      return moveDatabase(ctx, { databaseId, hostId: otherId, dropsRestorePoints: false, ...input }, postgresClient());
    },
    violations: async () => [
      ...(await owned.violations()),
      ...(await findViolations({ ...service, hostCluster: other })),
    ],
    stopOther: () => started.stop(),
    /** It is another address then, and the same cluster. */
    startOther: async () => {
      started = await startOther();
      Object.assign(other, started, { provisionerUrl: started.url, postmasterPid: started.postmasterPid });
      await setHost(operator, { hostId: otherId, provisionerUrl: started.url, publicPort: started.port }, openHost);
    },
    close: async (beforeRemoval: () => void = () => undefined) => {
      await service.close();
      await started.stop();
      beforeRemoval();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function openHost(provisionerUrl: string): PostgresHost {
  return new PostgresHost({ provisionerUrl, sharesBlocks: false, onError: () => undefined });
}

function inputOf({ provisionerUrl, address, port }: WorkerHostCluster) {
  const place = { publicHost: address, publicPort: port, sslMode: null, sharesBlocks: false };
  return { name: "other", kind: "shared" as const, capacity: 100, provisionerUrl, ...place };
}

/** Runs statements as a customer. */
export async function run(url: string, ...statements: string[]): Promise<void> {
  await asCustomer(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}
