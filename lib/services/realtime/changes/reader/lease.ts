import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";

/** A session that has just been closed may still hold the lease. */
const LEASE_ATTEMPTS = 10;
const ATTEMPT_MS = 100;

/** Takes the right to read, which one session of a database has at a time. Throws `service_unavailable`. */
export async function takeLease(session: CustomerSession): Promise<void> {
  for (let attempt = 1; attempt <= LEASE_ATTEMPTS; attempt += 1) {
    const { rows } = await session.query("SELECT pg_try_advisory_lock(hashtextextended('coppice_realtime.reader', 0))");
    if (rows[0]?.[0] === "t") return;
    await sleep(ATTEMPT_MS);
  }
  throw new ServiceError("service_unavailable", "Another process still reads the changes of this database.");
}

export async function currentSnapshot(session: CustomerSession): Promise<string> {
  return (await session.query("SELECT pg_current_snapshot()::text")).rows[0]?.[0] ?? "";
}

/** Empties the outbox of a copy, whose rows were recorded in another database. Returns what identifies the database. */
export async function settleIn(session: CustomerSession): Promise<string> {
  const { rows } = await session.query(
    `SELECT d.oid::text, s.database = d.oid FROM pg_database AS d LEFT JOIN coppice_realtime.state AS s ON true
     WHERE datname = current_database()`,
  );
  const [oid, isSame] = rows[0] ?? [];
  if (!oid) throw noTables();
  if (isSame !== "t") {
    await inTransaction(session, "BEGIN", async () => {
      await session.query("DELETE FROM coppice_realtime.change");
      await session.query("UPDATE coppice_realtime.state SET database = $1::oid", [oid]);
    });
  }
  return oid;
}

export function noTables(): ServiceError {
  return new ServiceError("not_found", "The project publishes no tables.");
}
