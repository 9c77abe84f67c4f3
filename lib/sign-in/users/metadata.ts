import { z } from "zod";
import type { Metadata } from "../session-user";

const MAX_BYTES = 8_192;
/** Deeper values would cost every reader a walk, and a stack. */
const MAX_DEPTH = 16;

/** A JSON object of at most 8 kB as UTF-8, of values that PostgreSQL can store. */
export const MetadataInput = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    const message = problemOf(value);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .transform((value) => value as Metadata)
  .meta({
    description: "A JSON object of at most 8 kB, which replaces the one before.",
    example: { role: "editor" },
  });

function problemOf(value: object): string | null {
  if (!isWithinDepth(value, MAX_DEPTH)) return `must not be nested more than ${MAX_DEPTH} levels deep`;
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) return `must have at most 8 kB (8,192 bytes) as JSON; this has ${bytes.toLocaleString("en")}`;
  return /\\u(?:0000|d[89a-f][0-9a-f]{2})/.test(text.replaceAll("\\\\", ""))
    ? "must not hold U+0000 or half a character"
    : null;
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithinDepth(inner, depth - 1));
}
