import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** Work that a process left is taken up after two minutes, by a job of each minute, and by the reconciler every third. */
const PATIENCE_MILLISECONDS = 300_000;

/** Polls the control plane until `sql` returns no row, and returns how many are left after five minutes. */
export async function untilNoRows(control: pg.Pool, sql: string, values: unknown[] = []): Promise<number> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const rows = await control.query(sql, values).then(
      ({ rowCount }) => rowCount ?? 0,
      () => null,
    );
    if (rows === 0 || performance.now() > deadline) return rows ?? 0;
    await delay(100);
  }
}
