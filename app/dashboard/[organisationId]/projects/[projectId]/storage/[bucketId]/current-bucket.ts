import { cache } from "react";
import { showBucket } from "@/lib/services/storage/buckets/show";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";

/** Returns the bucket of the page; reads it once in a request. */
export const requireBucket = cache(async (organisationId: string, projectId: string, bucketId: string) => {
  const current = await requireProjectPage(organisationId, projectId);
  return { ...current, bucket: await orNotFound(() => showBucket(current.ctx, { projectId, bucket: bucketId })) };
});
