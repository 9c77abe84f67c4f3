import type { FieldKind } from "@/lib/core/field-words";

const MB = 1024 ** 2;

/** Numbers that the schema refuses come out of text that is none. */
const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** The values of submitted text, by the kind of the field; the text of the other kinds is the value. */
export const DECODERS: Partial<Record<FieldKind, (text: string) => unknown>> = {
  number: numberOf,
  numbers: numberOf,
  megabytes: (text) => {
    const size = numberOf(text);
    return size === null ? null : Math.round(size * MB);
  },
  words: (text) => text.split(",").flatMap((word) => word.trim() || []),
  "all-or-some": (text) => (text === "all" ? [] : text.split(",")),
  // Forms send the ends of lines as CR LF (HTML, 4.10.21.4).
  long: (text) => text.replaceAll("\r\n", "\n"),
  json: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return;
    }
  },
};
