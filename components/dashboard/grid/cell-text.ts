const MAX_SHOWN = 300;

/** Characters that turn the direction of what follows, by which a text can look like another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns a text with its characters that turn the direction written out, as `‹U+202E›`. */
export function withTurnsShown(text: string): string {
  return text.replace(TURNING, (character) => `‹U+${character.charCodeAt(0).toString(16).toUpperCase()}›`);
}

/** Returns a value in the words of the pages: PostgreSQL writes booleans as `t` and `f`. */
export function inWords(typeName: string | undefined, value: string | null): string | null {
  if (value === null || typeName !== "boolean") return value;
  return value === "t" ? "true" : "false";
}

/** Returns what a cell shows of a value: one line of at most 300 characters. */
export function cellText(value: string): string {
  const start = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
  return withTurnsShown(start).replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, " ⏎ ");
}
