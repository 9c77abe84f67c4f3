import type { Context } from "@/lib/core/context";
import { readOutboxVersion } from "../outbox/open";
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
    if ((await readOutboxVersion(session)) === null) return { items: [] };
    return { items: (await readPublishedTables(session, database.id)).map(toRealtimeTable) };
  });
}
