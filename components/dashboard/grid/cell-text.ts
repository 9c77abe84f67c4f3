const MAX_SHOWN = 300;

/**
 * Characters by which a text can look like another one: those that turn the direction of the text that follows, those
 * without a width that no script needs, and control characters except tab and line breaks.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about them
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Returns a text with the characters written out that hide or turn a part of it, as `‹U+202E›`. */
export function withTurnsShown(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}›`,
  );
}

/** Returns a value in the words of the pages: PostgreSQL writes booleans as `t` and `f`. */
export function inWords(typeName: string | undefined, value: string | null): string | null {
  if (value === null || typeName !== "boolean") return value;
  return value === "t" ? "true" : "false";
}

/** Returns the text that a cell shows of a value: one line of at most 300 characters. */
export function cellText(value: string): string {
  const start = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
  return withTurnsShown(start).replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, " ⏎ ");
}
