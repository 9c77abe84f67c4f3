import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { findCollections } from "./collection";
import type { Collection } from "./resource";

export function listCollections(ctx: Context, { databaseId }: { databaseId: string }): Promise<Collection[]> {
  return withReadSession(ctx, { databaseId }, findCollections);
}
