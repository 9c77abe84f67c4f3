import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import type { FunctionDatabaseContext } from "./open-database";

/**
 * Hands the objects that functions have made in a database to the database's role, so that its owner can alter and drop
 * it. Does nothing while the database is gone, being changed, or somebody's lock is in the way: the end of a function's
 * next session asks again. Throws `host_unavailable`.
 */
export async function takeOverMadeByFunctions(ctx: FunctionDatabaseContext, databaseId: string): Promise<void> {
  const database = await ctx.sqlDatabases.find(databaseId);
  if (database?.status !== "ready" || database.isChanging) return;
  await withDatabaseLock(ctx, database, (session) => session.takeOverFromFunctions(databaseId));
}
