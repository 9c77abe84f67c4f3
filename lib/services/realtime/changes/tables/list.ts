import type { Context } from "@/lib/core/context";
import { readOutboxVersion } from "../outbox/open";
import { readPublishedTables } from "../outbox/read-tables";
import { getRealtimeDatabase, withSetUpSession } from "./access";
import { type RealtimeTable, toRealtimeTable } from "./resource";

/** Returns the published tables of the project's database, by name. Throws `project_not_found`, `conflict`. */
export async function listRealtimeTables(
  ctx: Context,
  { projectId }: { projectId: string },
): Promise<{ items: RealtimeTable[] }> {
  const database = await getRealtimeDatabase(ctx, projectId, "read");
  return withSetUpSession(ctx, database, async (session) => {
    if ((await readOutboxVersion(session)) === null) return { items: [] };
    return { items: (await readPublishedTables(session, database.id)).map(toRealtimeTable) };
  });
}
