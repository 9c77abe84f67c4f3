import type pg from "pg";
import { type LimitedClientConfig, withClient } from "@/lib/core/db/limited-client";
import { SERVICE } from "@/lib/core/service";
import { reasonOf } from "./checks";

const LIMITS = { connectWithinMs: 5_000, answerWithinMs: 5_000, application_name: `${SERVICE.slug} doctor` };
/** No name and no library of a customer counts. */
const PINNED = "-c search_path=pg_catalog,pg_temp -c local_preload_libraries=";

/** Runs `work` on a connection of the provisioner's. */
export function withHostConnection<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ connectionString, options: PINNED, ...LIMITS }, work);
}

interface Login {
  user: string;
  password: string;
  database: string;
}

/** Returns the code with which a server refuses a login; `null` when it lets the role in and answers it. */
export async function refusalOf(
  server: string,
  { user, password, database }: Login,
  ask: (client: pg.Client) => Promise<unknown> = async () => null,
): Promise<string | null> {
  const url = new URL(server);
  [url.username, url.password, url.pathname] = [user, encodeURIComponent(password), `/${database}`];
  const config: LimitedClientConfig = { connectionString: url.href, ...LIMITS };
  try {
    await withClient(config, ask);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}
