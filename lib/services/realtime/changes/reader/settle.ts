import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";

export async function currentSnapshot(session: CustomerSession): Promise<string> {
  return (await session.query("SELECT pg_current_snapshot()::text")).rows[0]?.[0] ?? "";
}

/**
 * Empties the outbox of a copy, whose rows were recorded in another database. Returns the identity of the database, and
 * its life since the last crash: snapshots of an earlier one say nothing of the transactions of this one.
 */
export async function settleIn(session: CustomerSession): Promise<string> {
  return inTransaction(session, "BEGIN", async () => {
    // Another process that reads the same copy waits here, and then finds nothing to empty.
    const moved = await session.query(
      `UPDATE coppice_realtime.state SET database = pg_database.oid FROM pg_database
       WHERE datname = current_database() AND database <> pg_database.oid`,
    );
    if (moved.rowCount) await session.query("DELETE FROM coppice_realtime.change");
    await session.query("INSERT INTO coppice_realtime.life DEFAULT VALUES ON CONFLICT DO NOTHING");
    const { rows } = await session.query(
      "SELECT database || '/' || life.id FROM coppice_realtime.state, coppice_realtime.life",
    );
    const place = rows[0]?.[0];
    if (!place) throw noTables();
    return place;
  });
}

export function noTables(): ServiceError {
  return new ServiceError("not_found", "The project publishes no tables.");
}
