import type { Client } from "pg";
import { withClient } from "@/lib/core/db/limited-client";
import { SERVICE } from "@/lib/core/service";

/** The provisioner's connection string, whose role has REPLICATION. */
export interface HostConnection {
  provisionerUrl: string;
}

/** No name may resolve to an object of a customer's. */
const PINNED_OPTIONS = "-c search_path=pg_catalog,pg_temp -c local_preload_libraries= -c statement_timeout=0";
const CONNECT_MILLISECONDS = 10_000;
const ANSWER_MILLISECONDS = 60_000;
/** A machine that has gone is noticed after this time and some tries. */
const KEEP_ALIVE_MILLISECONDS = 30_000;

const COMMON = {
  application_name: `${SERVICE.slug} backups`,
  options: PINNED_OPTIONS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
  connectWithinMs: CONNECT_MILLISECONDS,
};

/** Runs `work` in a session of the provisioner in the maintenance database. */
export async function withMaintenance<T>(host: HostConnection, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient({ connectionString: host.provisionerUrl, ...COMMON, answerWithinMs: ANSWER_MILLISECONDS }, work);
}

/**
 * Runs `work` in a session that takes commands of the replication protocol. It names a database, so the usual line of
 * `pg_hba.conf` lets it in, where one for `replication` is asked for without a database.
 */
export async function withReplication<T>(host: HostConnection, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient({ connectionString: host.provisionerUrl, ...COMMON, ...{ replication: "database" } }, work);
}
