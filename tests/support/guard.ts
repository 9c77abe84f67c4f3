import type pg from "pg";
import { ensureGuardSchema } from "@/lib/server/host-guard/schema";
import type { WorkerHostCluster } from "./clusters";
import { asSuperuser } from "./databases";

type Reachable = Pick<WorkerHostCluster, "socketDirectory" | "port" | "superuser" | "provisionerUrl">;

/** The writes of a guard on a host, without a guard. */
export interface WrittenByGuard {
  beat(at: Date, volumes?: unknown): Promise<void>;
  /** Answers the event's number on the host. */
  event(event: { rule: string; act: string; databaseId?: string; measured?: object; at?: Date }): Promise<bigint>;
  restrict(restriction: {
    databaseId: string;
    state: string;
    rule?: string;
    since?: Date;
    until?: Date;
  }): Promise<void>;
  lift(databaseId: string): Promise<void>;
  limits(): Promise<Record<string, { organisationId: string; maxBytes: number; writtenBy: string }>>;
  empty(): Promise<void>;
}

/** Makes the tables of a guard on a cluster, and writes to them as its superuser. */
export async function writeAsGuard(cluster: Reachable): Promise<WrittenByGuard> {
  const write = <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    asSuperuser(cluster, "postgres", (client) => client.query<T>(text, values));
  await asSuperuser(cluster, "postgres", (client) =>
    ensureGuardSchema(client, new URL(cluster.provisionerUrl).username),
  );
  return {
    beat: async (at, volumes = []) => {
      await write(
        `INSERT INTO host_guard.beat (at, started_at, volumes) VALUES ($1, $1, $2)
         ON CONFLICT ON CONSTRAINT beat_pkey DO UPDATE SET at = excluded.at, volumes = excluded.volumes`,
        [at, JSON.stringify(volumes)],
      );
    },
    event: async ({ rule, act, databaseId = null, measured = {}, at = new Date() }) => {
      const { rows } = await write<{ id: string }>(
        "INSERT INTO host_guard.event (at, rule, act, database_id, measured) VALUES ($1, $2, $3, $4, $5) RETURNING id",
        [at, rule, act, databaseId, measured],
      );
      return BigInt(rows[0]?.id ?? 0);
    },
    restrict: async ({ databaseId, state, rule = "database-size", since = new Date(), until = null }) => {
      await write(
        `INSERT INTO host_guard.restriction (database_id, state, rule, since, until) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (database_id) DO UPDATE SET state = excluded.state, rule = excluded.rule, until = excluded.until`,
        [databaseId, state, rule, since, until],
      );
    },
    lift: async (databaseId) => {
      await write("DELETE FROM host_guard.restriction WHERE database_id = $1", [databaseId]);
    },
    limits: async () => {
      const { rows } = await write<{ database_id: string; organisation_id: string; max_bytes: string; xmin: string }>(
        "SELECT *, xmin FROM host_guard.database_limit",
      );
      return Object.fromEntries(
        rows.map((row) => [
          row.database_id,
          { organisationId: row.organisation_id, maxBytes: Number(row.max_bytes), writtenBy: row.xmin },
        ]),
      );
    },
    empty: async () => {
      await write("TRUNCATE host_guard.event, host_guard.restriction, host_guard.beat, host_guard.database_limit");
    },
  };
}
