const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Returns the day of an ISO 8601 time in UTC, such as `1 Mar 2026`. It does not use Intl, whose versions differ between
 * server and browser.
 */
export function dayText(at: string): string {
  const [year, month, day] = at.slice(0, 10).split("-").map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** Returns an ISO 8601 time in UTC, such as `1 Mar 2026, 09:30 UTC`. */
export function momentText(at: string): string {
  return `${dayText(at)}, ${at.slice(11, 16)} UTC`;
}
