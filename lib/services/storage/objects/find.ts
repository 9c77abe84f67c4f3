import type { Context } from "@/lib/core/context";
import { objectNotFound } from "@/lib/core/not-found";
import { OBJECT_COLUMNS } from "./resource";

/** Returns an object that can be read, to a caller who has opened its bucket. Throws `object_not_found`. */
export async function findObject(ctx: Context, bucketId: string, key: string) {
  const row = await ctx.db.storedObject.findFirst({
    where: { bucketId, key, version: { status: "ready" } },
    select: OBJECT_COLUMNS,
  });
  if (!row) throw objectNotFound();
  return row;
}
