/** PostgreSQL below 18.7 has known faults that let a customer run code as the cluster's OS user (docs/security.md). */
export const MINIMUM_PRODUCTION_VERSION_NUM = 180_007;
