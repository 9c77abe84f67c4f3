import type { Context } from "@/lib/core/context";
import { withPinnedSession } from "@/lib/sql/tables/session";
import { findCollections } from "./collection";
import type { Collection } from "./resource";

/** Every collection of a database, by name. */
export function listCollections(ctx: Context, { databaseId }: { databaseId: string }): Promise<Collection[]> {
  return withPinnedSession(ctx, { databaseId }, findCollections);
}
