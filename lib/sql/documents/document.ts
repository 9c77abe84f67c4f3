import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";

export const DocumentId = z.uuid();

/** The largest document in the editor and in a line of an import. */
export const MAX_DOCUMENT_BYTES = 1_048_576;

/** Parses a JSON text for checks alone, since numbers lose digits. Throws `invalid_request` unless jsonb takes it. */
export function parseDocument(text: string): unknown {
  if (Buffer.byteLength(text) > MAX_DOCUMENT_BYTES) {
    throw new ServiceError("invalid_request", "A document can be at most 1 MB.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServiceError("invalid_request", `Not valid JSON: ${error instanceof Error ? error.message : "unknown"}`);
  }
  // RFC 8259 allows the escape of NUL; PostgreSQL's jsonb does not (8.14.1).
  if (/\\u0000/.test(text) && /(^|[^\\])(\\\\)*\\u0000/.test(text)) {
    throw new ServiceError("invalid_request", "PostgreSQL can't store the character \\u0000.");
  }
  return value;
}
