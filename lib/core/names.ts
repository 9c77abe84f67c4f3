import { z } from "zod";

/**
 * A name that people give: trimmed, on one line since it stands in mails and tables, and text that PostgreSQL can store.
 * `maxLength` in code points.
 */
export const oneLineName = (maxLength: number) =>
  z
    .string()
    .trim()
    .refine(
      (name) =>
        name !== "" && [...name].length <= maxLength && name.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name),
      { message: `must be 1 to ${maxLength} characters without control characters` },
    );
