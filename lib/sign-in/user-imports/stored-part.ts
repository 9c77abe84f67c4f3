import type { Context } from "@/lib/core/context";
import type { StoredRecord } from "./file/read-file";

/** Returns the records as they are stored, sealed, since they hold hashes and secrets. */
export function sealPart(
  { sealer }: Context,
  importId: string,
  position: number,
  records: readonly StoredRecord[],
): string {
  return sealer.seal(JSON.stringify(records), placeOf(importId, position));
}

export function openPart({ sealer }: Context, importId: string, position: number, content: string): StoredRecord[] {
  return JSON.parse(sealer.open(content, placeOf(importId, position)));
}

function placeOf(importId: string, position: number) {
  return { table: "user_import_part", column: "content", rowId: `${importId}:${position}` };
}
