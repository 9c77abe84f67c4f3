import type { Context } from "@/lib/core/context";
import { withPinnedSession } from "@/lib/sql/tables/session";
import { type Collection, findCollections } from "./collection";

/** Every collection of a database, by name. */
export function listCollections(ctx: Context, { databaseId }: { databaseId: string }): Promise<Collection[]> {
  return withPinnedSession(ctx, { databaseId }, findCollections);
}
