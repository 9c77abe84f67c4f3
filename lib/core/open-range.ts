import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { ByteRange } from "./ports/object-store";

/** Returns a file as a stream, or a part of it, once it is open. Rejects with `ENOENT`. */
export async function openRange(path: string, range?: ByteRange): Promise<Readable> {
  const handle = await open(path);
  return handle.createReadStream(range);
}
