import { z } from "zod";

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Returns false for line breaks of any kind and for what PostgreSQL cannot store or a mail cannot show. */
export function isOneLine(text: string): boolean {
  return text.isWellFormed() && !BREAKS.test(text);
}

export function toOneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/** Accepts names on one line, since they stand in mails and tables; `maxLength` counts code points. */
export const oneLineName = (maxLength: number) =>
  z
    .string()
    .trim()
    .refine((name) => name !== "" && [...name].length <= maxLength && isOneLine(name), {
      message: `must be 1 to ${maxLength} characters without control characters or line breaks`,
    });
