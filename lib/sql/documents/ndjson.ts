import { setImmediate } from "node:timers/promises";
import { type ErrorDetail, ServiceError } from "@/lib/core/errors";
import { MAX_DOCUMENT_BYTES, parseDocument } from "./document";
import { checkAgainstSchema } from "./json-schema";

/** The size of one import, all lines together. */
export const MAX_IMPORT_BYTES = 16 * 1_048_576;
export const MAX_IMPORT_DOCUMENTS = 50_000;
const MAX_REPORTED_LINES = 20;
/** Reading yields to other requests after this many lines. */
const LINES_AT_A_TIME = 200;

/**
 * Returns the documents of a stream of newline-delimited JSON, one a line, as they were written; empty lines do not
 * count. Throws `body_too_large`, and `invalid_request` with a detail for each line that is not JSON or does not fit the
 * JSON Schema.
 */
export async function readNdjson(
  body: AsyncIterable<Uint8Array>,
  { organisationId, jsonSchema }: { organisationId: string; jsonSchema: string | null },
): Promise<string[]> {
  const documents: string[] = [];
  const lines: number[] = [];
  const refused: Refused[] = [];
  let line = 0;
  for await (const text of linesOf(body)) {
    line += 1;
    if (line % LINES_AT_A_TIME === 0) await setImmediate();
    if (text.trim() === "") continue;
    const message = refusalOf(text);
    if (message === null) {
      documents.push(text);
      lines.push(line);
    } else refused.push({ line, message });
    if (refused.length >= MAX_REPORTED_LINES) break;
    if (documents.length > MAX_IMPORT_DOCUMENTS) throw tooMany();
  }
  if (jsonSchema !== null) {
    const faults = await checkAgainstSchema({ organisationId, jsonSchema }, documents, MAX_REPORTED_LINES);
    refused.push(...faults.map(({ index, message }) => ({ line: lines[index] ?? 0, message })));
  }
  if (refused.length > 0) throw badLines(refused);
  if (documents.length === 0) throw new ServiceError("invalid_request", "The file contains no documents.");
  return documents;
}

interface Refused {
  line: number;
  message: string;
}

function refusalOf(text: string): string | null {
  try {
    parseDocument(text);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** Yields the lines, which end with LF or CR LF, without a byte order mark at the start. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_IMPORT_BYTES) throw new ServiceError("body_too_large", "An import can be at most 16 MB.");
    const lines = (rest + decode(decoder, chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > MAX_DOCUMENT_BYTES) throw new ServiceError("invalid_request", "A line can be at most 1 MB.");
  }
  rest += decode(decoder);
  if (rest !== "") yield rest;
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch (error) {
    throw new ServiceError("invalid_request", "The file isn't UTF-8 text.", { cause: error });
  }
}

function badLines(refused: readonly Refused[]): ServiceError {
  const details: ErrorDetail[] = refused
    .toSorted((one, other) => one.line - other.line)
    .slice(0, MAX_REPORTED_LINES)
    .map(({ line, message }) => ({ path: `line ${line}`, message }));
  const first = details[0];
  const many = details.length === MAX_REPORTED_LINES ? `${details.length} or more lines` : `${details.length} lines`;
  const count = details.length === 1 ? "1 line" : many;
  return new ServiceError(
    "invalid_request",
    `Nothing was imported: ${count} can't be imported. The first is ${first?.path}: ${first?.message}`,
    { details },
  );
}

function tooMany(): ServiceError {
  const limit = MAX_IMPORT_DOCUMENTS.toLocaleString("en");
  return new ServiceError("invalid_request", `An import can have at most ${limit} documents. Split the file.`);
}
