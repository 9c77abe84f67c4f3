import type { ProjectSettings } from "../projects/settings";
import type { SessionUser } from "../session-user";

/** Leaves room for the service's own claims, so that a whole token stays below 8 kB. */
const MAX_BYTES = 4_096;

/**
 * Returns the claims that the project adds to its tokens; a path that leads nowhere adds none. `null` when they take more
 * than 4 kB, since a token without some of them would say something else.
 */
export function customClaims({ token }: ProjectSettings, user: SessionUser): Record<string, unknown> | null {
  const entries = Object.entries(token.claims).flatMap(([name, source]) => {
    const value = valueAt(user, source.split("."));
    return value === undefined ? [] : [[name, value] as const];
  });
  const claims = Object.fromEntries(entries);
  return Buffer.byteLength(JSON.stringify(claims)) > MAX_BYTES ? null : claims;
}

function valueAt(from: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return from;
  if (typeof from !== "object" || from === null || !Object.hasOwn(from, key)) return undefined;
  return valueAt((from as Record<string, unknown>)[key], rest);
}
