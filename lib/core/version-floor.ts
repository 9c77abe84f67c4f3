/** PostgreSQL below 18.7 has known faults that let a customer run code as the cluster's OS user (docs/security.md). */
export const MINIMUM_PRODUCTION_VERSION_NUM = 180_007;

/** The oldest server that supports branches. The floor for production is higher: `ctx.hosts.minimumVersionNum`. */
export const OLDEST_SERVER_VERSION_NUM = 180_000;

/** Returns a version number such as `180004` as `18.4`. */
export function formatServerVersion(serverVersionNum: number): string {
  return `${Math.floor(serverVersionNum / 10_000)}.${serverVersionNum % 10_000}`;
}
