import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type AdminKey, toAdminKey } from "./resource";

/** Returns every admin key, newest first, including revoked ones, but never a secret. */
export async function listAdminKeys(ctx: Context): Promise<AdminKey[]> {
  requireOperator(ctx);
  const rows = await ctx.db.adminKey.findMany({ orderBy: [{ createdAt: "desc" }, { id: "asc" }] });
  const now = ctx.clock.now();
  return rows.map((row) => toAdminKey(row, now));
}
