/** Longer than every path that a role other than web answers. */
const LONGEST = 1_024;
const METHOD = /^[A-Z]{0,16}$/;

/**
 * Returns the path of the first request of a connection (RFC 9112 section 3), without its query; `undefined` before it is
 * whole, and `null` for bytes of another kind.
 */
export function pathOf(head: Buffer): string | null | undefined {
  const [method = "", target, version] = head.subarray(0, LONGEST).toString("latin1").split(" ", 3);
  if (!METHOD.test(method)) return null;
  const [path, query] = target?.split("?", 2) ?? [];
  if (path !== undefined && (query !== undefined || version !== undefined)) return path;
  return head.length < LONGEST ? undefined : null;
}
