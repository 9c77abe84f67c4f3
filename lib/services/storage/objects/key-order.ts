import { Prisma } from "@/lib/core/db/generated/client";

/** Keys are ordered by their bytes. No key has this character, and none that a key can have lies behind it. */
const BEHIND_ALL = "\u{10ffff}";
/** No key has this character, which lies before all that a key can have. */
const BEFORE_ALL = "\u0001";

/** Returns the condition for keys that start so: a range of the index, with any characters. */
export function prefixRange(prefix: string): Prisma.Sql {
  if (prefix === "") return Prisma.sql`true`;
  return Prisma.sql`key >= ${prefix} and key < ${prefix + BEHIND_ALL}`;
}

/** Returns the least text behind an entry of a list: behind an object's key, or behind all that a folder holds. */
export function behindEntry(name: string): string {
  // In ASCII, 0 follows the slash.
  return name.endsWith("/") ? `${name.slice(0, -1)}0` : name + BEFORE_ALL;
}

/** Does the same as `behindEntry` in SQL. */
export function behindEntrySql(name: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`case when right(${name}, 1) = '/' then left(${name}, -1) || '0' else ${name} || ${BEFORE_ALL} end`;
}
