import { basename } from "node:path";

/**
 * Orders files by their base names, then by their folders, of which those with smaller numbers come first: the copies of
 * a file in the folders of other databases follow on it, and the copy of an older database comes first.
 */
export function inFileOrder(one: string, other: string): number {
  return compare(basename(one), basename(other)) || compare(one.length, other.length) || compare(one, other);
}

function compare<T extends string | number>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
