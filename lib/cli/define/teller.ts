import type { Call } from "./words";

/** Returns a function that writes an entry of a log that is followed, as its line or as one of JSON. */
export function teller<Entry extends object>({ line, asJson }: Call, lineOf: (entry: Entry) => string) {
  return async (entry: Entry | null) => {
    if (entry) line.write(asJson ? `${JSON.stringify(entry)}\n` : lineOf(entry));
  };
}
