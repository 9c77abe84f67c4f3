import type pg from "pg";
import { withClient } from "@/lib/core/db/limited-client";
import { SERVICE } from "@/lib/core/service";

const LIMITS = { connectWithinMs: 5_000, answerWithinMs: 5_000, application_name: `${SERVICE.slug} doctor` };
/** No name and no library of a customer counts. */
const PINNED = "-c search_path=pg_catalog,pg_temp -c local_preload_libraries=";

/** Runs `work` on a connection of the provisioner's. */
export function withHostConnection<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ connectionString, options: PINNED, ...LIMITS }, work);
}
