import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import type { ErrorCode } from "@/lib/core/error-table";
import { type ErrorDetail, ServiceError } from "@/lib/core/errors";
import { readAs } from "@/lib/core/input-sentences";
import { fieldErrorCodes } from "./definition";
import type { ServedRequest } from "./served-request";

/** Throws `body_too_large` as soon as one byte too many arrives, regardless of Content-Length. */
export async function readBytes(request: ServedRequest, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ServiceError("body_too_large", `The body can be at most ${maxBytes} bytes.`);
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > maxBytes) throw tooLarge();
  // Node reads no more than was announced, and hands it over without making a stream of it.
  if (announced !== null) return request.bytes().catch(cutShort);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(cutShort);
    if (done) return concatenate(chunks, length);
    length += value.byteLength;
    if (length > maxBytes) {
      // Cancelling waits for a sender that may never stop, so it is not awaited.
      reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
}

/** Does the same as `readBytes` for a request of Node. */
export async function readIncoming(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ServiceError("body_too_large", `The body can be at most ${maxBytes} bytes.`);
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const take = (chunk: Buffer<ArrayBuffer>) => {
    length += chunk.byteLength;
    if (length <= maxBytes) return void chunks.push(chunk);
    incoming.off("data", take).resume();
    reject(tooLarge());
  };
  incoming
    .on("data", take)
    .once("end", () => resolve(concatenate(chunks, length)))
    .once("error", reject)
    .once("close", () => incoming.readableEnded || reject(new Error("the body broke off")));
  return promise.catch((cause: unknown) => {
    throw cause instanceof ServiceError ? cause : cutShort(cause);
  });
}

/** A client that disconnected or was too slow is no failure of the service. */
function cutShort(cause: unknown): never {
  throw new ServiceError("invalid_request", "The body ended too early.", { cause });
}

function concatenate(chunks: Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Throws `unsupported_media_type`, `invalid_json`, `invalid_request` or the field's own code. */
export function parseJsonBody<T>(
  request: ServedRequest,
  bytes: Uint8Array,
  schema: z.ZodType<T>,
  parse = parseJson,
): T {
  requireJson(request);
  const result = readAs(schema, parse(bytes));
  if (result.success) return result.data;
  throw invalidInput(result.error, schema, "body");
}

function requireJson(request: ServedRequest): void {
  const [mediaType, ...parameters] = (request.headers.get("content-type") ?? "").split(";");
  const charset = parameters.find((parameter) => /^\s*charset\s*=/i.test(parameter));
  const isUtf8 = charset === undefined || /^\s*charset\s*=\s*"?utf-8"?\s*$/i.test(charset);
  if (mediaType?.trim().toLowerCase() !== "application/json" || !isUtf8) {
    throw new ServiceError("unsupported_media_type", "Send the body as application/json in UTF-8.");
  }
  if (request.headers.has("content-encoding")) {
    throw new ServiceError("unsupported_media_type", "Send the body without a content encoding.");
  }
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** A number stands at the start or behind one of these characters, as may the digits of a text. */
const MAY_HAVE_NUMBERS = /(?:^|[[,:])\s*-?\d/;

type ExactJson = typeof JSON & { rawJSON(text: string): unknown };

function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || String(value) === source) return value;
  return (JSON as ExactJson).rawJSON(source);
}

/** Parses a body, of which a number that JavaScript would write otherwise stays as it was written, by `JSON.rawJSON`. */
export function parseExactJson(bytes: Uint8Array): unknown {
  return parseJson(bytes, exactNumber);
}

export function parseJson(bytes: Uint8Array, revive?: typeof exactNumber): unknown {
  try {
    const text = UTF_8.decode(bytes);
    return revive && MAY_HAVE_NUMBERS.test(text) ? JSON.parse(text, revive) : JSON.parse(text);
  } catch (cause) {
    throw new ServiceError("invalid_json", "The body isn't valid UTF-8 JSON.", { cause });
  }
}

export function invalidInput(error: z.ZodError, schema: z.ZodType, where: "body" | "query"): ServiceError {
  const details = error.issues.map((issue): ErrorDetail => {
    const unknownKey = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
    if (unknownKey !== undefined)
      return { path: [...issue.path, unknownKey].join("."), message: "isn't a known field" };
    return { path: issue.path.join("."), message: issue.message };
  });
  const code = fieldErrorCode(error, schema) ?? "invalid_request";
  const message = details[0] ? `${details[0].path || where}: ${details[0].message}` : `The ${where} isn't valid.`;
  return new ServiceError(code, message, { details });
}

function fieldErrorCode(error: z.ZodError, schema: z.ZodType): ErrorCode | undefined {
  const [issue] = error.issues;
  if (error.issues.length !== 1 || issue?.code !== "custom") return undefined;
  return fieldErrorCodes(schema)[String(issue.path[0])];
}
