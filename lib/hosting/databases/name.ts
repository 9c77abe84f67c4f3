import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";

/** In Unicode code points. */
export const MAX_NAME_LENGTH = 40;

/**
 * Trimmed, 1 to 40 Unicode code points, without control characters. A name is only ever data: the Postgres
 * database is called by its id. Refused as `invalid_name`.
 */
export const DatabaseName = z
  .string()
  .trim()
  .refine((name) => name.length > 0, "must not be empty")
  .refine((name) => [...name].length <= MAX_NAME_LENGTH, `must be at most ${MAX_NAME_LENGTH} characters long`)
  .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), "must not hold control characters")
  .meta({ errorCode: "invalid_name", minLength: 1, maxLength: MAX_NAME_LENGTH, example: "orders" });

export const NamedInput = z.strictObject({ name: DatabaseName });

/** What a verb takes that concerns one database and nothing else. */
export const DatabaseInput = z.object({ databaseId: DatabaseId });
