import { z } from "zod";
import { isOneLine } from "@/lib/core/names";
import { DatabaseInput } from "@/lib/hosting/databases/name";

/** What an identifier may hold (PostgreSQL 18, 4.1.1): longer ones are cut short without a word. */
const MAX_BYTES = 63;

/** The name of a collection, which is the name of its table in the schema `documents`. */
export const CollectionName = z
  .string("A collection needs a name.")
  .trim()
  .refine((name) => name.length > 0, "A collection needs a name.")
  .refine((name) => Buffer.byteLength(name) <= MAX_BYTES, `A name has at most ${MAX_BYTES} bytes.`)
  .refine(isOneLine, "A name holds no control characters.");

/** What a verb takes that concerns one collection, which may have been made by SQL under any name. */
export const CollectionInput = DatabaseInput.extend({
  collection: z
    .string()
    .min(1)
    .max(MAX_BYTES * 4),
});
