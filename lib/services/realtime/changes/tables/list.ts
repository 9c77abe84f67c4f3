import type { Context } from "@/lib/core/context";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";
import { readPublishedTables } from "../outbox/read-tables";
import { findRealtimeDatabase, withSetUpSession } from "./access";
import { type RealtimeTable, toRealtimeTable } from "./resource";

/** Returns the published tables of the project's database, by name. Throws `project_not_found`, `database_not_ready`. */
export async function listRealtimeTables(
  ctx: Context,
  { projectId }: { projectId: string },
): Promise<{ items: RealtimeTable[] }> {
  const database = await findRealtimeDatabase(ctx, projectId, "read");
  if (!database) return { items: [] };
  return withSetUpSession(ctx, database, async (session) => {
    const published = await inTransaction(session, "BEGIN", () => readPublishedTables(session, database.id));
    return { items: published.map(toRealtimeTable) };
  });
}
