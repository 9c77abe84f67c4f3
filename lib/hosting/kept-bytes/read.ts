import type { Context } from "@/lib/core/context";
import { byteLimitsOf } from "@/lib/core/plans";

/** The bytes of an organisation's restore points and undo data. */
export interface Kept {
  used: number;
  limit: number;
}

export async function readKept(ctx: Context, organisationId: string): Promise<Kept> {
  const row = await ctx.db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { plan: true, databaseBytes: true, keptBytes: true, kept: { select: { bytes: true } } },
  });
  return { used: Number(row.kept?.bytes ?? 0), limit: Number(byteLimitsOf(row).keptBytes) };
}
