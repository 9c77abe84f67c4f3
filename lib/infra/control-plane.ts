import type { Logger } from "pino";
import { createDatabaseClient } from "@/lib/core/db/client";
import { LimitedPool } from "@/lib/core/db/limited-client";
import type { Environment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { SERVICE } from "@/lib/core/service";
import { ChangeFile } from "./change-file";

/** Connects to the service's own database. Throws without an address of it. */
export function connectControlPlane({ databaseUrl, changeFile }: Environment, log: Logger) {
  if (databaseUrl === null) throw new OperatorError("DATABASE_URL must be set.");
  const pool = new LimitedPool({
    connectionString: databaseUrl,
    max: 20,
    // Each takes 3 MB of the server, and is opened again in milliseconds.
    idleTimeoutMillis: 5_000,
    // On a busy machine a request that waits is better than one that fails.
    connectWithinMs: 15_000,
    keepAlive: true,
    application_name: SERVICE.slug,
  });
  const onLost = (error: Error) => log.warn({ err: error }, "a connection to the control plane was lost");
  pool.on("error", onLost);
  // A client that is checked out reports a lost connection by itself.
  pool.on("connect", (client) => client.on("error", onLost));
  const changes = changeFile === null ? null : new ChangeFile(changeFile);
  return { pool, changes, db: createDatabaseClient(pool, onLost, changes) };
}
