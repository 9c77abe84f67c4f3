import { OperatorError } from "./operator-error";

/** PostgreSQL below 18.7 has known faults that let a customer run code as the cluster's OS user (docs/security.md). */
export const MINIMUM_PRODUCTION_VERSION_NUM = 180_007;

/** The oldest PostgreSQL for hosts and for the control plane, whose statements older ones don't know. */
export const OLDEST_SERVER_VERSION_NUM = 180_000;

/** Throws `OperatorError` for a control plane that is too old for this version's schema. */
export function requireControlPlaneVersion(serverVersionNum: number): void {
  if (serverVersionNum >= OLDEST_SERVER_VERSION_NUM) return;
  const [found, floor] = [serverVersionNum, OLDEST_SERVER_VERSION_NUM].map(formatServerVersion);
  throw new OperatorError(`DATABASE_URL leads to PostgreSQL ${found}. Upgrade it to ${floor} or newer.`);
}

/** Returns a version number such as `180004` as `18.4`. */
export function formatServerVersion(serverVersionNum: number): string {
  return `${Math.floor(serverVersionNum / 10_000)}.${serverVersionNum % 10_000}`;
}
