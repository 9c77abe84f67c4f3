import type { Context } from "@/lib/core/context";
import { projectNotFound } from "@/lib/core/not-found";
import { requireProject } from "@/lib/sign-in/project-keys/authorise";
import { READ_USAGE } from "./get";
import type { ProjectUsage } from "./resource";
import { storageFiguresOf } from "./storage-figures";

/** Returns the bytes that a project stores at this moment, and how much its plan allows. Throws `project_not_found`. */
export async function getStorageUsage(
  ctx: Context,
  { projectId }: { projectId: string },
): Promise<ProjectUsage["storage"]> {
  await requireProject(ctx, projectId, READ_USAGE);
  const project = await ctx.db.project.findUnique({ where: { id: projectId }, select: { tier: true } });
  if (!project) throw projectNotFound();
  return storageFiguresOf(ctx, { projectId, tier: project.tier });
}
