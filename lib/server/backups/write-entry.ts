import { mkdir, open } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { DamageError } from "./damage";
import type { ExactReader } from "./exact-reader";

export interface FileOwner {
  uid: number;
  gid: number;
}

interface Entry {
  place: string;
  size: number;
  /** `null` leaves the file the caller's. */
  owner: FileOwner | null;
  onBytes: (count: number) => void;
}

/** Writes the next bytes of an archive to a file, which must not exist. */
export async function writeEntry(reader: ExactReader, { place, size, owner, onBytes }: Entry): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const file = await open(place, "wx", 0o600);
  try {
    for (let left = size; left > 0; ) {
      const chunk = await reader.some(left);
      await file.writeFile(chunk);
      left -= chunk.length;
      onBytes(chunk.length);
    }
    if (owner) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
}

/** Throws `DamageError` for a path that leads out of the folder. */
export function placeBelow(folder: string, path: string): string {
  const place = normalize(path);
  if (place.startsWith("/") || place === ".." || place.startsWith("../")) {
    throw new DamageError("A base backup names a file outside its folder.");
  }
  return join(folder, place);
}
