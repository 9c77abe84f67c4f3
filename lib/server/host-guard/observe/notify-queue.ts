import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PAGE_BYTES = 8_192;
/** The most segments that a look reads: the newest 8 MB tell well enough who fills the queue. */
const SEGMENTS = 32;

/**
 * Returns the bytes in the NOTIFY queue by the oid of the database that sent them. SQL shows how full the queue is and
 * not whose it is, so the pages are read: entries of length, database, transaction and sender (AsyncQueueEntry of
 * PostgreSQL 18's async.c).
 */
export function notifyBytesByDatabase(dataDirectory: string): Map<string, number> {
  const folder = join(dataDirectory, "pg_notify");
  const bytes = new Map<string, number>();
  for (const segment of readdirSync(folder).sort().slice(-SEGMENTS)) {
    const content = readFileSync(join(folder, segment));
    for (let page = 0; page + PAGE_BYTES <= content.length; page += PAGE_BYTES) {
      for (let offset = page; offset + 16 <= page + PAGE_BYTES; ) {
        const length = content.readInt32LE(offset);
        if (length < 16 || offset + length > page + PAGE_BYTES) break;
        const database = String(content.readUInt32LE(offset + 4));
        // The rest of a page is filled with an entry of no database.
        if (database !== "0") bytes.set(database, (bytes.get(database) ?? 0) + length);
        offset += Math.ceil(length / 4) * 4;
      }
    }
  }
  return bytes;
}
