/** PostgreSQL 18.7: below it, known faults let a customer run code as the cluster's OS user (docs/security.md). */
export const MINIMUM_PRODUCTION_VERSION_NUM = 180_007;
