/** Returns a value as a field of CSV, with an apostrophe before text that a spreadsheet takes for a formula (OWASP). */
export function csvField(value: unknown): string {
  const text = value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
