import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";
import { ensureEndUserRole, ensureOutbox } from "../outbox/open";
import { nameOf, readPublishedTables } from "../outbox/read-tables";
import { findRealtimeDatabase, readTableReference, tableNotFound, withSetUpSession } from "./access";
import { Audience, type RealtimeTable, toRealtimeTable } from "./resource";

export const PublishTableInput = z.strictObject({ audience: Audience });
type PublishTableInput = z.infer<typeof PublishTableInput> & { projectId: string; table: string };

/**
 * Publishes a table's changes to an audience, or changes the audience. The first table switches realtime on for the
 * database. Throws `project_not_found`, `project_suspended`, `not_found`, `conflict`, `invalid_request` for a table that
 * can't be published, `database_not_ready`.
 */
export async function publishTable(ctx: Context, input: PublishTableInput): Promise<RealtimeTable> {
  const { projectId, audience } = input;
  const database = await findRealtimeDatabase(ctx, projectId, "write");
  if (!database) throw noDatabase();
  const { schema, name, quoted } = readTableReference(input.table);
  return withSetUpSession(ctx, database, async (session) => {
    await ensureEndUserRole(ctx, session, database);
    return inTransaction(session, "BEGIN", async () => {
      await ensureOutbox(session);
      if (!(await hasTable(session, quoted))) throw tableNotFound(input.table);
      await session.query("SELECT coppice_realtime.publish($1::regclass, $2)", [quoted, audience]);
      const published = await readPublishedTables(session, database.id);
      const found = published.find((table) => table.schema === schema && table.name === name);
      if (!found) throw tableNotFound(input.table);
      // The customer's transaction is committed last: a published table has its trace.
      await recordAudit(ctx, {
        organisationId: database.organisationId,
        action: "realtime_table.publish",
        targetId: projectId,
        data: { table: nameOf(found), audience, databaseId: database.id },
      });
      return toRealtimeTable(found);
    });
  });
}

function noDatabase(): ServiceError {
  const message = "The project has no database. Choose one of the organisation's databases first.";
  return new ServiceError("conflict", message);
}

async function hasTable(session: CustomerSession, quoted: string): Promise<boolean> {
  const { rows } = await session.query("SELECT to_regclass($1) IS NOT NULL", [quoted]);
  return rows[0]?.[0] === "t";
}
