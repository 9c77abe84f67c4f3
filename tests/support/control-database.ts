import { randomBytes } from "node:crypto";
import pg from "pg";
import { createDatabaseClient } from "@/lib/core/db/client";
import type { ServiceContext } from "@/lib/runtime";
import { migrate } from "@/lib/server/migrations/migrate";
import { workerControlUrl } from "./clusters";
import { lookupsOn, makeContext } from "./context";

/** The URL of a migrated control database that nothing else uses; it goes with the cluster. */
export async function createControlDatabase(): Promise<string> {
  const workerUrl = await workerControlUrl();
  const name = `own_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(workerUrl);
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  const url = Object.assign(new URL(workerUrl), { pathname: `/${name}` }).href;
  await migrate(url);
  return url;
}

/** A context on the control database at this URL. */
export async function contextOn(
  connectionString: string,
  options: Parameters<typeof makeContext>[0] = {},
): Promise<ServiceContext> {
  const pool = new pg.Pool({ connectionString, max: 10, allowExitOnIdle: true });
  const db = createDatabaseClient(pool, (error) => {
    throw error;
  });
  return {
    ...(await makeContext(options)),
    db,
    ...lookupsOn(db),
  };
}

/** A context on an empty control database of its own, for what looks at all rows. */
export async function emptyControlContext(options: Parameters<typeof makeContext>[0] = {}): Promise<ServiceContext> {
  return contextOn(await createControlDatabase(), options);
}
