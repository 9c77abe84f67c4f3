import type { Client } from "pg";

/** Runs `work` as superuser in one database of the cluster, where every unqualified name is one of `pg_catalog`. */
export type AsSuperuser = (database: string, work: (client: Client) => Promise<void>) => Promise<void>;
