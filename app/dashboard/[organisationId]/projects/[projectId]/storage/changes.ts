import "server-only";
import type { BucketChanges, ObjectChanges } from "@/components/dashboard/storage/changes";
import type { CurrentProject } from "@/lib/web/current-project";
import { copyObject, deleteBucket, deleteFolder, deleteObjects, moveObject, updateBucket } from "./actions";
import { EDITED_BUCKET, RENAMING } from "./forms";

/** Returns the actions on a project's buckets, which still take the bucket. */
export function bucketChanges(here: CurrentProject["here"]): BucketChanges {
  return { form: EDITED_BUCKET, update: here(updateBucket), remove: here(deleteBucket) };
}

/** Returns the actions on the objects of a bucket. */
export function objectChanges(here: CurrentProject["here"], bucketId: string): ObjectChanges {
  return {
    renameForm: RENAMING.form,
    move: here(moveObject, bucketId),
    copy: here(copyObject, bucketId),
    remove: here(deleteObjects, bucketId),
    removeFolder: here(deleteFolder, bucketId),
  };
}
