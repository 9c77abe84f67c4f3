import { z } from "zod";

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Characters that show nothing or turn the direction of text, with which two names can look the same. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/u;
/** The joiners and selectors that emoji, and scripts such as Persian and Hindi, are written with. */
const EMOJI_PARTS =
  /(?<=\p{ExtPict})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=\p{ExtPict}\ufe0f?\p{EMod}?)\u200d(?=\p{ExtPict})/gu;
const JOINERS =
  /(?<=[[\p{L}\p{M}]--[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zinh}]])[\u200c\u200d](?=[\p{L}--[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]])/gv;

/** Returns false for line breaks of any kind and for characters that PostgreSQL cannot store or a mail cannot show. */
export function isOneLine(text: string): boolean {
  return text.isWellFormed() && !BREAKS.test(text);
}

export function toOneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/** Returns false for text with a character that readers cannot see. */
function isVisible(text: string): boolean {
  return !INVISIBLE.test(text.replaceAll(EMOJI_PARTS, "").replaceAll(JOINERS, ""));
}

/** Accepts names on one line, since they stand in mails and tables; `maxLength` counts code points. */
export const oneLineName = (maxLength: number) =>
  z
    .string()
    .trim()
    // One name has one form, so that names that are equal to the eye are equal.
    .normalize("NFC")
    .refine((name) => name !== "" && [...name].length <= maxLength && isOneLine(name) && isVisible(name), {
      message: `must be 1 to ${maxLength} visible characters on one line`,
    });
