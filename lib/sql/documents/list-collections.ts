import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { type Collection, findCollections } from "./collection";

/** Every collection of a database, by name. */
export function listCollections(ctx: Context, { databaseId }: { databaseId: string }): Promise<Collection[]> {
  return withReadSession(ctx, { databaseId }, findCollections);
}
