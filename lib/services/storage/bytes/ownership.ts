import { randomBytes } from "node:crypto";
import type { StorageContext } from "../context";

type StoreOwner = "this" | "another" | "none";

/** Returns which installation owns the store, and changes nothing. Throws `object_store_unavailable`. */
export async function findStoreOwner(ctx: StorageContext, signal?: AbortSignal): Promise<StoreOwner> {
  const { ownerMark } = ctx.objects;
  if (ownerMark === null) return "this";
  const mark = await ownerMark.read(signal);
  if (mark === null) return "none";
  const own = await ctx.db.objectStoreOwner.findFirst();
  return mark === own?.mark ? "this" : "another";
}

/**
 * Returns whether this installation may delete bytes of the store. A restored copy of an installation has rows of bytes
 * that the other still needs, and none of those that the other has stored since. A store without an owner becomes this
 * installation's. Throws `object_store_unavailable`.
 */
export async function ownsStore(ctx: StorageContext): Promise<boolean> {
  const owner = await findStoreOwner(ctx);
  if (owner === "none") await ctx.objects.ownerMark?.write(await keepMark(ctx));
  return owner !== "another";
}

/** Deletes bytes that no row names any more. Those of a store of another installation stay. */
export async function removeBytes(ctx: StorageContext, bytesId: string): Promise<void> {
  if (await ownsStore(ctx)) await ctx.objects.remove(bytesId);
}

export function newMark(): string {
  return randomBytes(16).toString("hex");
}

/** Processes that begin at once keep one mark. */
async function keepMark(ctx: StorageContext): Promise<string> {
  await ctx.db.objectStoreOwner.createMany({ data: [{ mark: newMark() }], skipDuplicates: true });
  return (await ctx.db.objectStoreOwner.findFirstOrThrow()).mark;
}
