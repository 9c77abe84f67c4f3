import pg from "pg";
import type { Context } from "@/lib/core/context";
import { createDatabaseClient } from "@/lib/core/db/client";
import { KeyLookup } from "@/lib/people/api-keys/key-lookup";
import { ProjectKeyLookup } from "@/lib/sign-in/project-keys/key-lookup";
import { createAuthServices } from "@/lib/sign-in/services";
import { newControlUrl } from "./clusters";
import { makeContext } from "./context";

/** A context on the control database at this URL. */
export async function contextOn(
  connectionString: string,
  options: Parameters<typeof makeContext>[0] = {},
): Promise<Context> {
  const pool = new pg.Pool({ connectionString, max: 10, allowExitOnIdle: true });
  const db = createDatabaseClient(pool, (error) => {
    throw error;
  });
  return {
    ...(await makeContext(options)),
    db,
    keys: new KeyLookup(db),
    projectKeys: new ProjectKeyLookup(db),
    auth: createAuthServices(db),
  };
}

/** A context on an empty control database of its own, for what looks at all rows. */
export async function emptyControlContext(options: Parameters<typeof makeContext>[0] = {}): Promise<Context> {
  return contextOn(await newControlUrl(), options);
}
