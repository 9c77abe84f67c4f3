import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { findProcesses } from "@/tests/support/supervised-service";
import { untilNoRows } from "../faults/control";
import type { Invariant } from "../faults/invariants";

const WAITING = `SELECT id FROM mail_message WHERE status = 'queued'
  UNION ALL SELECT id FROM webhook_delivery WHERE status = 'pending'`;
const LEFT_OPEN = `SELECT datname || ': ' || query AS session FROM pg_stat_activity
  WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '1 minute'`;

/** The work that killed processes left to others, and the sessions that they left open, while the service runs. */
export async function findLeftWork(control: pg.Pool, superuser: pg.Client): Promise<Invariant[]> {
  const waiting = await untilNoRows(control, WAITING);
  const sessions = await Promise.all([control, superuser].map((side) => side.query<{ session: string }>(LEFT_OPEN)));
  return [
    {
      name: "mails and events of a killed worker that nothing took up",
      checked: null,
      violations: Array.from({ length: waiting }, () => "waiting"),
    },
    {
      name: "transactions left open",
      checked: null,
      violations: sessions.flatMap(({ rows }) => rows.map(({ session }) => session)),
    },
  ];
}

/** Finds the processes, sockets and temporary files that a stopped service has left. */
export async function findRemains(folder: string, temporary: string, dataFolder: string): Promise<Invariant[]> {
  const processes = findProcesses(({ pid, command, environment, workingFolder }) => {
    return pid !== process.pid && [command, environment, workingFolder].some((text) => text.includes(folder));
  });
  const run = join(dataFolder, "run");
  const named = async (path: string) => (await readdir(path)).map((name) => join(path, name));
  return [
    {
      name: "processes left behind",
      checked: null,
      violations: processes.map(({ pid, command }) => `${pid} ${command.slice(0, 100)}`),
    },
    {
      name: "sockets and temporary files left behind",
      checked: null,
      violations: [...(await named(temporary)), ...(await named(run))],
    },
  ];
}
