import { z } from "zod";

const MAX_CODE_POINTS = 40;

/**
 * Trimmed, 1 to 40 Unicode code points, without control characters. A name is only ever data: the Postgres
 * database is called by its id. Refused as `invalid_name`.
 */
export const DatabaseName = z
  .string()
  .trim()
  .refine((name) => name.length > 0, "must not be empty")
  .refine((name) => [...name].length <= MAX_CODE_POINTS, `must be at most ${MAX_CODE_POINTS} characters long`)
  .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), "must not hold control characters")
  .meta({ errorCode: "invalid_name", minLength: 1, maxLength: MAX_CODE_POINTS, example: "orders" });

export const NamedInput = z.strictObject({ name: DatabaseName });
