const WITH_ZONE = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT$/,
];
const OF_ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/;

/** Returns the moment that a date of HTTP names, in any of its forms (RFC 9110 section 5.6.7), and `NaN` for other text. */
export function momentIn(date: string): number {
  if (OF_ASCTIME.test(date)) return Date.parse(`${date} GMT`);
  return WITH_ZONE.some((form) => form.test(date)) ? Date.parse(date) : Number.NaN;
}

/** Returns the moment as a date of HTTP has it, which knows no parts of a second. */
export function wholeSecond(date: Date): number {
  return Math.floor(date.getTime() / 1_000) * 1_000;
}
