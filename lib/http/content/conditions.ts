import type { IncomingMessage } from "node:http";
import { momentIn, wholeSecond } from "@/lib/core/http-date";
import type { ByteRange } from "@/lib/core/ports/object-store";

/** The stored object, as conditions and ranges see it. */
export interface Representation {
  /** A strong entity tag. */
  etag: string;
  modifiedAt: Date;
  size: number;
}

export type Outcome = { status: 200 | 304 | 412 | 416 } | ({ status: 206 } & ByteRange);

/** Evaluates the conditions and the range of a GET or HEAD in the order of RFC 9110 section 13.2.2. */
export function outcomeOf({ method, headers }: IncomingMessage, found: Representation): Outcome {
  const ifMatch = headers["if-match"];
  if (ifMatch !== undefined) {
    if (!lists(ifMatch, found.etag, (each) => each)) return { status: 412 };
  } else if (isOlder(headers["if-unmodified-since"], found)) return { status: 412 };
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined) {
    if (lists(ifNoneMatch, found.etag, withoutWeakness)) return { status: 304 };
  } else if (headers["if-modified-since"] !== undefined && !isOlder(headers["if-modified-since"], found)) {
    if (!Number.isNaN(momentIn(headers["if-modified-since"]))) return { status: 304 };
  }
  if (method !== "GET" || headers.range === undefined) return { status: 200 };
  const ifRange = headers["if-range"]?.toString();
  return ifRange === undefined || isSame(ifRange, found) ? rangeOf(headers.range, found.size) : { status: 200 };
}

function lists(header: string, etag: string, comparable: (tag: string) => string): boolean {
  const tags = header.split(",").map((each) => comparable(each.trim()));
  return tags.includes("*") || tags.includes(etag);
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, "");
}

/** Returns whether a date lies before the last change; one that can't be read says nothing. */
function isOlder(date: string | undefined, { modifiedAt }: Representation): boolean {
  return date !== undefined && momentIn(date) < wholeSecond(modifiedAt);
}

/** If-Range takes a strong entity tag or the exact date (RFC 9110 section 13.1.5). */
function isSame(ifRange: string, { etag, modifiedAt }: Representation): boolean {
  return ifRange.startsWith('"') ? ifRange === etag : momentIn(ifRange) === wholeSecond(modifiedAt);
}

/** RFC 9110 section 14.1.2. Several ranges, and text that is none, are answered with the whole. */
function rangeOf(header: string, size: number): Outcome {
  const [, set] = /^bytes=(.+)$/i.exec(header) ?? [];
  const ranges = set?.split(",").map((each) => byteRange(each.trim(), size)) ?? [];
  const fitting = ranges.filter((each) => each !== null && each !== "behind");
  if (ranges.length === 0 || ranges.includes(null) || fitting.length > 1) return { status: 200 };
  const [range] = fitting;
  return range ? { status: 206, ...range } : { status: 416 };
}

/** Returns `null` for text that is no range, and `behind` for one that has no byte of the object. */
function byteRange(text: string, size: number): ByteRange | "behind" | null {
  const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(text) ?? [];
  if (first === "" && last === "") return null;
  // A suffix longer than the whole is the whole.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(first) > Number(last)) return null;
  return start > end ? "behind" : { start, end };
}
