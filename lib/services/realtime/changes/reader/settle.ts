import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";

export async function currentSnapshot(session: CustomerSession): Promise<string> {
  return (await session.query("SELECT pg_current_snapshot()::text")).rows[0]?.[0] ?? "";
}

/** Empties the outbox of a copy, whose rows were recorded in another database. Returns what identifies the database. */
export async function settleIn(session: CustomerSession): Promise<string> {
  return inTransaction(session, "BEGIN", async () => {
    // Another process that reads the same copy waits here, and then finds nothing to empty.
    const moved = await session.query(
      `UPDATE coppice_realtime.state SET database = pg_database.oid FROM pg_database
       WHERE datname = current_database() AND database <> pg_database.oid`,
    );
    if (moved.rowCount) await session.query("DELETE FROM coppice_realtime.change");
    const { rows } = await session.query("SELECT database::text FROM coppice_realtime.state");
    const oid = rows[0]?.[0];
    if (!oid) throw noTables();
    return oid;
  });
}

export function noTables(): ServiceError {
  return new ServiceError("not_found", "The project publishes no tables.");
}
