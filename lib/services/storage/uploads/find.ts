import type { Context } from "@/lib/core/context";
import { uploadNotFound } from "@/lib/core/not-found";
import { noteSubject } from "@/lib/core/request-subject";
import type { Policy } from "../policy/rules";

export type FoundUpload = Awaited<ReturnType<typeof findUpload>>;

/** Returns an upload that has not expired, with its bucket, to a caller who may see it. Throws `upload_not_found`. */
export async function findUpload(ctx: Context, uploadId: string) {
  const row = await ctx.db.objectUpload.findFirst({
    where: { id: uploadId, expiresAt: { gt: ctx.clock.now() }, bucket: { project: { deletedAt: null } } },
    include: {
      bucket: { include: { project: { select: { organisationId: true, status: true, tier: true } } } },
    },
  });
  if (row?.bucket.project.status !== "active") throw uploadNotFound();
  noteSubject(ctx, { projectId: row.bucket.projectId });
  const metadata = row.metadata as Record<string, string>;
  return { ...row, metadata, bucket: { ...row.bucket, policy: row.bucket.policy as Policy } };
}
