import { z } from "zod";

/** Accepts a name that also works as a segment of a public address. */
export const BucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, {
    message: "must be 3 to 63 characters of a-z, 0-9 and -, not - at either end",
    abort: true,
  })
  .max(63)
  .meta({
    example: "avatars",
    form: {
      label: "Name",
      note: "3 to 63 characters: a-z, 0-9 and -",
      placeholder: "avatars",
      fault: "A name has 3 to 63 characters of a-z, 0-9 and -, and no - at either end.",
    },
  });

/** A bucket in a path: its id or its name. */
export const BUCKET_REFERENCE = /^(?:bkt_[0-9a-z]{20}|[a-z0-9][a-z0-9-]{1,61}[a-z0-9])$/;
