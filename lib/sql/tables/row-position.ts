import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

/** A place in an order of rows: the values of the row there, or only the number of rows before it. */
const RowPosition = z.union([
  z.strictObject({
    isBackward: z.boolean(),
    /** The number of rows before the page that the position leads to; an estimate once rows were added or deleted. */
    rowsBefore: z.int().nonnegative(),
    /** The values of the columns that the rows are sorted by before their key. */
    sorted: z.array(z.string().nullable()),
    key: z.array(z.string()),
  }),
  z.strictObject({ rowsBefore: z.int().nonnegative() }),
]);
export type RowPosition = z.infer<typeof RowPosition>;
export type RowPlace = Extract<RowPosition, { key: string[] }>;

const PURPOSE = "row-cursor";
const SEPARATOR = "~";

/** Returns the cursor of a position, authenticated together with `order`: everything that defines the order. */
export function writeRowCursor(ctx: Context, order: readonly string[], position: RowPosition): string {
  const encoded = Buffer.from(JSON.stringify(position)).toString("base64url");
  return encoded + SEPARATOR + ctx.sealer.mac(JSON.stringify([...order, encoded]), PURPOSE);
}

/** Returns a cursor's position; `null` without one. Throws `invalid_request` for one made up or of another list. */
export function readRowCursor(ctx: Context, order: readonly string[], cursor: string | undefined): RowPosition | null {
  if (cursor === undefined) return null;
  const [encoded = "", mac = ""] = cursor.split(SEPARATOR);
  if (!ctx.sealer.isMac(mac, JSON.stringify([...order, encoded]), PURPOSE)) {
    throw new ServiceError("invalid_request", "The cursor isn't from this list.");
  }
  return RowPosition.parse(JSON.parse(Buffer.from(encoded, "base64url").toString()));
}
