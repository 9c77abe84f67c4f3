import "server-only";
import type { BucketChanges, ObjectChanges } from "@/components/dashboard/storage/changes";
import { copyObject, deleteBucket, deleteFolder, deleteObjects, moveObject, updateBucket } from "./actions";
import { EDITED_BUCKET, RENAMING } from "./forms";

/** Returns the actions on a project's buckets, which still take the bucket. */
export function bucketChanges(...here: [organisationId: string, projectId: string]): BucketChanges {
  return { form: EDITED_BUCKET, update: updateBucket.bind(null, ...here), remove: deleteBucket.bind(null, ...here) };
}

/** Returns the actions on the objects of a bucket. */
export function objectChanges(...here: [organisationId: string, projectId: string, bucketId: string]): ObjectChanges {
  return {
    renameForm: RENAMING.form,
    move: moveObject.bind(null, ...here),
    copy: copyObject.bind(null, ...here),
    remove: deleteObjects.bind(null, ...here),
    removeFolder: deleteFolder.bind(null, ...here),
  };
}
