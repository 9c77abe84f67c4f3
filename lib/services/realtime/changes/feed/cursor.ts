import { z } from "zod";
import type { SecretSealer } from "@/lib/core/crypto/seal";
import type { Position } from "../reader/position";

const Cursor = z.tuple([z.string(), z.number().int().nonnegative(), z.string(), z.string(), z.number()]);

/** A place in the sequence of one feed, and the snapshot by which another feed finds it. */
export interface Cursor extends Position {
  /** The feed that counted. */
  epoch: string;
  number: number;
  /** Milliseconds since 1970. */
  at: number;
}

const placeOf = (databaseId: string) => ({ table: "realtime", column: "cursor", rowId: databaseId });

export function sealCursor(sealer: SecretSealer, databaseId: string, cursor: Cursor): string {
  const { epoch, number, place, snapshot, at } = cursor;
  return sealer.seal(JSON.stringify([epoch, number, place, snapshot, at]), placeOf(databaseId));
}

/** Returns `null` for a cursor that was forged or changed, or is another database's. */
export function openCursor(sealer: SecretSealer, databaseId: string, text: string): Cursor | null {
  try {
    const [epoch, number, place, snapshot, at] = Cursor.parse(JSON.parse(sealer.open(text, placeOf(databaseId))));
    return { epoch, number, place, snapshot, at };
  } catch {
    return null;
  }
}
