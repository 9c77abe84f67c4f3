import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

/** A place in an order of rows: the values of the row there, or the mere number of rows before it. */
const RowPosition = z.union([
  z.strictObject({
    isBackward: z.boolean(),
    /** How many rows come before the page that the position leads to; a guess once rows were added or deleted. */
    rowsBefore: z.int().nonnegative(),
    /** What the row has in the column the rows are sorted by; absent when they are sorted by their key alone. */
    sorted: z.string().nullable().optional(),
    key: z.array(z.string()),
  }),
  z.strictObject({ rowsBefore: z.int().nonnegative() }),
]);
export type RowPosition = z.infer<typeof RowPosition>;

const PURPOSE = "row-cursor";
const SEPARATOR = "~";

/** A cursor is authenticated together with `order`, everything that makes the order what it is. */
export function writeRowCursor(ctx: Context, order: readonly string[], position: RowPosition): string {
  const encoded = Buffer.from(JSON.stringify(position)).toString("base64url");
  return encoded + SEPARATOR + ctx.sealer.mac(JSON.stringify([...order, encoded]), PURPOSE);
}

/** `null` without a cursor. Throws `invalid_request` for one that was made up or is another list's. */
export function readRowCursor(ctx: Context, order: readonly string[], cursor: string | undefined): RowPosition | null {
  if (cursor === undefined) return null;
  const [encoded = "", mac = ""] = cursor.split(SEPARATOR);
  if (!ctx.sealer.isMac(mac, JSON.stringify([...order, encoded]), PURPOSE)) {
    throw new ServiceError("invalid_request", "The cursor is not one of this list.");
  }
  return RowPosition.parse(JSON.parse(Buffer.from(encoded, "base64url").toString()));
}
