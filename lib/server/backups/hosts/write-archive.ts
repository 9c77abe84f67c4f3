import { mkdir } from "node:fs/promises";
import { OperatorError } from "@/lib/core/operator-error";
import { ExactReader } from "../exact-reader";
import { placeBelow, writeEntry } from "../write-entry";

const BLOCK_BYTES = 512;
/** The fields of a header by their place, as POSIX has them (ustar). */
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const KIND = 156;
const KINDS: Record<string, "file" | "folder"> = { "0": "file", "5": "folder" };

/** Writes the files of a base backup's archive below a folder. Throws `OperatorError` for a link. */
export async function writeArchive(
  source: AsyncIterable<Buffer>,
  folder: string,
  onBytes: (count: number) => void,
): Promise<void> {
  const reader = new ExactReader(source);
  for (;;) {
    const header = await reader.take(BLOCK_BYTES, true);
    if (header === null || header.every((byte) => byte === 0)) break;
    const path = textOf(header, NAME);
    const kind = KINDS[String.fromCharCode(header[KIND] ?? 0)];
    if (kind === undefined) {
      throw new OperatorError(`The host's data folder has a link, ${path}, which can't be backed up.`);
    }
    const place = placeBelow(folder, path);
    if (kind === "folder") await mkdir(place, { recursive: true, mode: 0o700 });
    else {
      const size = Number.parseInt(textOf(header, SIZE), 8);
      await writeEntry(reader, { place, size, owner: null, onBytes });
      await reader.take(-size & (BLOCK_BYTES - 1), false);
    }
  }
  // The rest is zeros, which the source waits to be read.
  while ((await reader.take(BLOCK_BYTES, true)) !== null);
}

function textOf(header: Buffer, [from, to]: readonly [number, number]): string {
  const field = header.subarray(from, to);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? field.length : end).trim();
}
