import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { DamageError } from "../damage";
import { PAGE_BYTES, pageFault } from "./page-checksum";

const PAGES_AT_ONCE = 32;
const SEGMENT_PAGES = 131_072;
/** The files of relations, with the part that each is (PostgreSQL's manual, "Database File Layout"). */
const RELATION = /^\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/;

/** Reads every page of a stopped cluster, and returns their number. Throws `DamageError` at the first that isn't whole. */
export async function readPages(dataDirectory: string, signal: AbortSignal): Promise<number> {
  let pages = 0;
  for (const entry of await readdir(dataDirectory, { withFileTypes: true, recursive: true })) {
    const [, segment = "0"] = RELATION.exec(entry.name) ?? [null];
    const folder = entry.parentPath.slice(dataDirectory.length + 1);
    if (!entry.isFile() || !/^(?:base\/\d+|global)$/.test(folder) || !RELATION.test(entry.name)) continue;
    const first = Number(segment) * SEGMENT_PAGES;
    pages += await readFile(join(entry.parentPath, entry.name), { name: `${folder}/${entry.name}`, first, signal });
  }
  return pages;
}

async function readFile(
  path: string,
  { name, first, signal }: { name: string; first: number; signal: AbortSignal },
): Promise<number> {
  const file = await open(path, "r");
  try {
    const chunk = Buffer.from(new ArrayBuffer(PAGES_AT_ONCE * PAGE_BYTES));
    for (let page = 0; ; ) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(chunk, 0, chunk.length, page * PAGE_BYTES);
      if (bytesRead === 0) return page;
      if (bytesRead % PAGE_BYTES !== 0) throw new DamageError(`${name} ends amid page ${first + page}.`);
      for (let at = 0; at < bytesRead; at += PAGE_BYTES, page += 1) {
        const fault = pageFault(chunk.subarray(at, at + PAGE_BYTES), first + page);
        if (fault !== null) throw new DamageError(`Page ${first + page} of ${name} ${fault}.`);
      }
    }
  } finally {
    await file.close();
  }
}
