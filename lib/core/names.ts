import { z } from "zod";

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Whether a text holds no line break of any kind, nor anything else that PostgreSQL cannot store or a mail cannot show. */
export function isOneLine(text: string): boolean {
  return text.isWellFormed() && !BREAKS.test(text);
}

/** The text with a space in place of whatever keeps it from being one line. */
export function toOneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/**
 * A name that people give: trimmed, on one line since it stands in mails and tables, and text that PostgreSQL can store.
 * `maxLength` in code points.
 */
export const oneLineName = (maxLength: number) =>
  z
    .string()
    .trim()
    .refine((name) => name !== "" && [...name].length <= maxLength && isOneLine(name), {
      message: `must be 1 to ${maxLength} characters without control characters or line breaks`,
    });
