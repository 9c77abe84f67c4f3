import type { Context } from "@/lib/core/context";
import { requireProject } from "@/lib/sign-in/project-keys/authorise";
import { READ_STORAGE } from "../access";
import { type Bucket, toBucket } from "./resource";

/** Returns a project's buckets by name. */
export async function listBuckets(ctx: Context, { projectId }: { projectId: string }): Promise<{ items: Bucket[] }> {
  await requireProject(ctx, projectId, READ_STORAGE);
  const rows = await ctx.db.bucket.findMany({ where: { projectId }, orderBy: { name: "asc" } });
  return { items: rows.map(toBucket) };
}
