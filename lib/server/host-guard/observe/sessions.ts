import type { GuardSession } from "../session";
import type { CustomerProcess } from "./processes";

/** A customer's session: as /proc and, if it answers, the server describe it. */
export interface CustomerSession extends CustomerProcess {
  state: "active" | "idle" | "idle in transaction";
  /** The time since it entered this state; 0 where the server did not say. */
  stateSeconds: number;
  /** The age of its transaction; `null` outside one. */
  transactionSeconds: number | null;
  /** Its entries in the shared lock table. */
  locks: number;
}

interface ActivityRow {
  pid: number;
  state: string | null;
  stateSeconds: number;
  transactionSeconds: number | null;
  locks: string | null;
}

/**
 * The functions behind pg_stat_activity and pg_locks. The views join shared catalogs, whose locks need room in the lock
 * table; the functions answer when it is full.
 */
const ACTIVITY = `
  SELECT a.pid, a.state, extract(epoch FROM clock_timestamp() - a.state_change)::float8 AS "stateSeconds",
    extract(epoch FROM clock_timestamp() - a.xact_start)::float8 AS "transactionSeconds", l.locks
  FROM pg_stat_get_activity(NULL) AS a LEFT JOIN (
    SELECT pid, count(*) AS locks FROM pg_lock_status() WHERE NOT fastpath GROUP BY pid
  ) AS l USING (pid)
  WHERE a.backend_type = 'client backend'`;

/** Returns the sessions with the server's view of them. Throws when it does not answer. */
export async function readSessions(
  session: GuardSession,
  processes: readonly CustomerProcess[],
): Promise<CustomerSession[]> {
  const rows = new Map((await session.query<ActivityRow>(ACTIVITY)).map((row) => [row.pid, row]));
  return processes.flatMap((process): CustomerSession[] => {
    const row = rows.get(process.pid);
    if (!row) return [];
    const { stateSeconds, transactionSeconds } = row;
    return [{ ...process, state: stateOf(row.state), stateSeconds, transactionSeconds, locks: Number(row.locks ?? 0) }];
  });
}

/** Returns the sessions by their titles alone. */
export function sessionsByTitle(processes: readonly CustomerProcess[]): CustomerSession[] {
  return processes.map((process) => ({
    ...process,
    state: stateOf(process.activity),
    ...{ stateSeconds: 0, transactionSeconds: null, locks: 0 },
  }));
}

function stateOf(word: string | null): CustomerSession["state"] {
  if (word === "idle") return "idle";
  return word?.startsWith("idle in transaction") ? "idle in transaction" : "active";
}
