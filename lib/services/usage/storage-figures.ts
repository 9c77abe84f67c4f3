import type { Context } from "@/lib/core/context";
import { planLimits } from "@/lib/core/plans";
import type { ProjectUsage } from "./resource";

/** Returns the bytes that a project stores at this moment; nothing before its first upload. */
export async function storageFiguresOf(
  ctx: Context,
  { projectId, tier }: { projectId: string; tier: string },
): Promise<ProjectUsage["storage"]> {
  const stored = await ctx.db.projectStorage.findUnique({ where: { projectId } });
  return {
    usedBytes: Number(stored?.usedBytes ?? 0),
    reservedBytes: Number(stored?.reservedBytes ?? 0),
    limitBytes: planLimits(tier).storageBytes,
    objectCount: stored?.objectCount ?? 0,
  };
}
