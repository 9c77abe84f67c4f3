const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `1 Mar 2026`, in UTC, of a moment in ISO 8601. By hand: two versions of Intl would not say the same. */
export function dayText(at: string): string {
  const [year, month, day] = at.slice(0, 10).split("-").map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** `1 Mar 2026, 09:30 UTC` */
export function momentText(at: string): string {
  return `${dayText(at)}, ${at.slice(11, 16)} UTC`;
}
