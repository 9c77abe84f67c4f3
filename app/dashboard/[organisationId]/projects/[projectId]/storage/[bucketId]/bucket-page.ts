import "server-only";
import { showBucket } from "@/lib/services/storage/buckets/show";
import { enterProject, type ProjectPlace } from "@/lib/web/current-project";
import { pagesOf } from "@/lib/web/define-page";

/** Defines a page of a bucket, whose address is `address`; `list` is that of the list of buckets. */
export const bucketPage = pagesOf(async ({ bucketId, ...place }: ProjectPlace & { bucketId: string }) => {
  const current = await enterProject(place);
  const bucket = await showBucket(current.ctx, { projectId: place.projectId, bucket: bucketId });
  const list = `${current.home}/storage`;
  return { ...current, bucket, list, address: `${list}/${bucket.id}`, mayWrite: current.may("storage:write") };
});
