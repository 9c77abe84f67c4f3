import { closeSync, openSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect } from "vitest";
import { WORKER } from "@/lib/core/access/service-actor";
import { readEnvironment } from "@/lib/core/env";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createDatabase } from "@/lib/hosting/databases/create";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { createRuntime } from "@/lib/runtime";
import type { EmbeddedPostgres } from "@/lib/server/embedded-postgres/start";
import { migrate } from "@/lib/server/migrations/migrate";
import { prepare } from "@/lib/server/prepare";
import { embeddedHostOf } from "@/lib/server/supervise/preparation-messages";
import { createOrganisation, type TestOrganisation } from "./context";
import { asCustomer } from "./databases";

/** The service on the clusters of a data folder, without its processes. */
export async function openService(embedded: EmbeddedPostgres, organisation?: TestOrganisation) {
  const environment = {
    ...readEnvironment({ LOG_LEVEL: "silent" }),
    databaseUrl: embedded.controlUrl,
    secretKeys: { file: embedded.secretKeysFile },
  };
  await migrate(embedded.controlUrl);
  await prepare(environment, embeddedHostOf(embedded));
  const runtime = createRuntime(environment);
  const owned = organisation ?? (await createOrganisation({ db: runtime.db, plan: "team" }));
  const requestId = "req_00000000000000000000";
  const owner = runtime.context({ actor: owned.member.owner, requestId });
  const worker = runtime.context({ actor: WORKER, requestId });
  const create = async (name: string) => {
    const { id: databaseId } = await createDatabase(owner, { name });
    await provisionDatabase(worker, { databaseId });
    const { connectionString } = await revealConnectionString(owner, { databaseId });
    return { databaseId, url: connectionString };
  };
  return { owner, worker, organisation: owned, create, close: () => runtime.close() };
}

/** As a customer, makes tables until there is no room for the smallest, or the server is gone. Returns the refusals. */
export async function fillAsCustomer(url: string): Promise<string[]> {
  const refusals: string[] = [];
  await asCustomer(url, async (client) => {
    for (let megabytes = 32; megabytes >= 1 / 8; megabytes /= 2) {
      for (let table = 0; ; table++) {
        const rows = Math.ceil(megabytes * 1024);
        const refusal = await client
          .query(`CREATE TABLE "t ${megabytes} ${table}" AS SELECT repeat('x', 960) FROM generate_series(1, ${rows})`)
          .then(() => null)
          .catch((error: Error & { code?: string }) => error.code ?? error.message);
        if (refusal === null) continue;
        refusals.push(refusal);
        if (refusal !== "53100") return;
        break;
      }
    }
  });
  return refusals;
}

/** Takes everything that is free on a file system, root's share included. */
export function fillUp(folder: string): string {
  const path = join(folder, "filler");
  const file = openSync(path, "w");
  const block = Buffer.alloc(1024 * 1024, 1);
  try {
    for (let bytes = block.length; bytes >= 512; bytes /= 2) {
      try {
        for (;;) if (writeSync(file, block, 0, bytes) < bytes) break;
      } catch (error) {
        expect(error).toMatchObject({ code: "ENOSPC" });
      }
    }
  } finally {
    closeSync(file);
  }
  return path;
}

export const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Answers the rows of `kept`, or `null` while the server does not answer. */
export async function keptRows(connectionString: string): Promise<number | null> {
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<{ n: number }>("SELECT count(*)::int AS n FROM kept")).rows[0]?.n ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
