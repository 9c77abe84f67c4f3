import pg from "pg";
import { createDatabaseClient } from "@/lib/core/db/client";
import type { ServiceContext } from "@/lib/runtime";
import { newControlUrl } from "./clusters";
import { lookupsOn, makeContext } from "./context";

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

/** A context on an empty control database of its own, for tests that look at all rows. */
export async function emptyControlContext(options: Parameters<typeof makeContext>[0] = {}): Promise<ServiceContext> {
  return contextOn(await newControlUrl(), options);
}
