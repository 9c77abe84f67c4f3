import type { ActionWords } from "./words";

/** Actions on buckets and their objects. */
export const STORAGE = {
  "bucket.create": { label: "Created a bucket", sentence: "created the bucket {name}" },
  "bucket.update": { label: "Changed a bucket", sentence: "changed the bucket {name}" },
  "bucket.delete": { label: "Deleted a bucket", sentence: "deleted the bucket {name}" },
  "object.put": { label: "Stored an object", sentence: "stored {key} in the bucket {bucket}" },
  "object.delete": {
    label: "Deleted objects",
    sentence: ({ count }) => `deleted {count} ${count === 1 ? "object" : "objects"} of the bucket {bucket}`,
  },
  "object.move": { label: "Moved an object", sentence: "moved {from} to {to} in the bucket {bucket}" },
  "object.copy": { label: "Copied an object", sentence: "copied an object to {key} in the bucket {bucket}" },
  "upload.end": { label: "Ended an upload", sentence: "ended the upload of {key} to the bucket {bucket}" },
} satisfies Record<string, ActionWords>;
