/** The ways into an account that its first proof may take away. */
export const REMOVED_ACCESS = ["password", "two-factor", "passkeys", "providers"] as const;
export type RemovedAccess = (typeof REMOVED_ACCESS)[number];

/** Returns the answer to a sign-in or a reset, which lists the methods that its proof removed, if any. */
export function withRemovedAccess<Body extends object>(body: Body, removed: readonly RemovedAccess[]): Body {
  return removed.length === 0 ? body : { ...body, removedAccess: removed };
}
