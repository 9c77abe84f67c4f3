/** Requests are kept for so many days, and of one project so many at most. */
export const KEPT_DAYS = 7;
export const KEPT_ROWS = 100_000;
