import { z } from "zod";
import { isOneLine } from "@/lib/core/names";
import { DatabaseInput } from "@/lib/hosting/databases/name";

/** The longest identifier (PostgreSQL 18, 4.1.1); Postgres silently cuts a longer one. */
const MAX_BYTES = 63;

/** The name of a collection, which is the name of its table in the schema `documents`. */
export const CollectionName = z
  .string("Enter a name.")
  .trim()
  .refine((name) => name.length > 0, "Enter a name.")
  .refine((name) => Buffer.byteLength(name) <= MAX_BYTES, `A name can be at most ${MAX_BYTES} bytes.`)
  .refine(isOneLine, "A name can't contain control characters.")
  .meta({
    form: {
      label: "Name",
      note: `Also the name of its table in the documents schema. At most ${MAX_BYTES} bytes.`,
      maxLength: MAX_BYTES,
    },
  });

/** The input of a verb that concerns one collection, whose name may have been given by SQL. */
export const CollectionInput = DatabaseInput.extend({
  collection: z
    .string()
    .min(1)
    .max(MAX_BYTES * 4),
});
