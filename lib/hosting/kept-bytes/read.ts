import type { Context } from "@/lib/core/context";
import { isPlan, PLANS } from "@/lib/core/plans";

/** The bytes of an organisation's restore points and undo data. */
export interface Kept {
  used: number;
  limit: number;
}

/** Returns what an organisation may keep. The operator's number stands in place of the plan's. */
export function keptBytesOf({ plan, keptBytes }: { plan: string; keptBytes: bigint | null }): number {
  if (!isPlan(plan)) throw new TypeError("the organisation has no known plan");
  return keptBytes === null ? PLANS[plan].keptBytes : Number(keptBytes);
}

export async function readKept(ctx: Context, organisationId: string): Promise<Kept> {
  const row = await ctx.db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { plan: true, keptBytes: true, kept: { select: { bytes: true } } },
  });
  return { used: Number(row.kept?.bytes ?? 0), limit: keptBytesOf(row) };
}
