const SMALL_BYTES = 65_536;

/** Returns whether a body is said to be so small that to take it as a whole costs less than to stream it. */
export function hasSmallBody({ headers }: { headers: Headers }): boolean {
  const length = headers.get("content-length");
  return length !== null && Number(length) <= SMALL_BYTES;
}
