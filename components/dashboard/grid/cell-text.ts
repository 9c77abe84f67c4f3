const MAX_SHOWN = 300;

/** Returns what a cell shows of a value: one line of at most 300 characters. */
export function cellText(value: string): string {
  const start = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
  return start.replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, " ⏎ ");
}
