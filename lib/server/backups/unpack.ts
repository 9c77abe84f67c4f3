import { chown, mkdir } from "node:fs/promises";
import { z } from "zod";
import { DamageError } from "./damage";
import { ExactReader } from "./exact-reader";
import { type FileOwner, placeBelow, writeEntry } from "./write-entry";

const Header = z.object({ kind: z.enum(["folder", "file"]), path: z.string().min(1), size: z.int().min(0) });
const LONGEST_HEADER = 16 * 1024;

/**
 * Writes a volume of an earlier version below a folder: it has entries one after another, each as the length of a header,
 * the header as JSON, and as many bytes as that says. `owner` gets the files; `null` leaves them the caller's.
 */
export async function unpack(
  source: AsyncIterable<Buffer>,
  folder: string,
  owner: FileOwner | null,
  onBytes: (count: number) => void,
): Promise<void> {
  const reader = new ExactReader(source);
  for (;;) {
    const length = await reader.take(4, true);
    if (length === null) return;
    const size = length.readUInt32BE();
    if (size > LONGEST_HEADER) throw new DamageError("A base backup has another form than this version knows.");
    const header = Header.parse(JSON.parse((await reader.take(size, false))?.toString("utf8") ?? ""));
    const path = placeBelow(folder, header.path);
    if (header.kind === "folder") {
      await mkdir(path, { recursive: true, mode: 0o700 });
      if (owner) await chown(path, owner.uid, owner.gid);
      continue;
    }
    await writeEntry(reader, { place: path, size: header.size, owner, onBytes });
  }
}
