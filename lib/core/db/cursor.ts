import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface Position {
  createdAt: Date;
  id: string;
}

const PURPOSE = "list-cursor";
const SEPARATOR = "~";

/** Throws `invalid_request` for a made-up cursor and for that of another list, as `list` is authenticated with it. */
export function readCursor(ctx: Context, list: readonly string[], cursor: string | undefined): Position | null {
  const [time, id] = readPlace(ctx, list, cursor) ?? [];
  return time === undefined || id === undefined ? null : { createdAt: new Date(time), id };
}

/** Does the same as `readCursor` for a list in another order: returns the input of `writePlace`. */
export function readPlace(ctx: Context, list: readonly string[], cursor: string | undefined): string[] | null {
  if (cursor === undefined) return null;
  const [encoded = "", mac = ""] = cursor.split(SEPARATOR);
  if (!ctx.sealer.isMac(mac, textOf(list, encoded), PURPOSE)) {
    throw new ServiceError("invalid_request", "The cursor isn't from this list.");
  }
  return JSON.parse(Buffer.from(encoded, "base64url").toString());
}

export function writePlace(ctx: Context, list: readonly string[], place: readonly string[]): string {
  const encoded = Buffer.from(JSON.stringify(place)).toString("base64url");
  return encoded + SEPARATOR + ctx.sealer.mac(textOf(list, encoded), PURPOSE);
}

export function afterCursor(position: Position | null) {
  if (position === null) return {};
  const { createdAt, id } = position;
  return { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** `rows` holds one row more than `limit` when there is a next page. */
export function pageOf<Row extends Position, Item>(
  ctx: Context,
  list: readonly string[],
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last ? writePlace(ctx, list, [last.createdAt.toISOString(), last.id]) : null;
  return { items: shown.map(toItem), nextCursor };
}

function textOf(list: readonly string[], encoded: string): string {
  return JSON.stringify([...list, encoded]);
}
