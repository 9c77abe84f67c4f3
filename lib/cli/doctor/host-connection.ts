import type pg from "pg";
import { LimitedClient } from "@/lib/core/db/limited-client";

const TIMEOUT_MS = 5_000;

/** Runs `work` on a connection of the provisioner's on which no name and no library of a customer counts. */
export async function withHostConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new LimitedClient({
    connectionString,
    options: "-c search_path=pg_catalog,pg_temp -c local_preload_libraries=",
    application_name: "coppice doctor",
    connectWithinMs: TIMEOUT_MS,
    answerWithinMs: TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
