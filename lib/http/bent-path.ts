/** Dot segments, written out or encoded, and backslashes, which end a segment too. */
const BENT = /\\|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** Returns whether the URL standard makes another path of one that was sent, before anything in it is looked at. */
export function isBentPath(pathname: string): boolean {
  return BENT.test(pathname);
}
