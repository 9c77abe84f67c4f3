import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";
import { nameOf, readPublishedTables } from "../outbox/read-tables";
import { findRealtimeDatabase, readTableReference, tableNotFound, withSetUpSession } from "./access";

/**
 * Stops publishing a table's changes. Subscriptions to it end. Throws `project_not_found`, `project_suspended`,
 * `not_found` for a table that isn't published, `database_not_ready`.
 */
export async function unpublishTable(
  ctx: Context,
  input: { projectId: string; table: string },
): Promise<{ unpublished: true; table: string }> {
  const database = await findRealtimeDatabase(ctx, input.projectId, "write");
  if (!database) throw tableNotFound(input.table);
  const { schema, name, quoted } = readTableReference(input.table);
  return withSetUpSession(ctx, database, (session) =>
    inTransaction(session, "BEGIN", async () => {
      const published = await readPublishedTables(session, database.id);
      const found = published.find((table) => table.schema === schema && table.name === name);
      if (!found) throw tableNotFound(input.table);
      const table = nameOf(found);
      await session.query("SELECT coppice_realtime.unpublish($1::regclass)", [quoted]);
      await recordAudit(ctx, {
        organisationId: database.organisationId,
        action: "realtime_table.unpublish",
        targetId: input.projectId,
        data: { table, databaseId: database.id },
      });
      return { unpublished: true, table };
    }),
  );
}
