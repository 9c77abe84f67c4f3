import "server-only";
import type { Context } from "@/lib/core/context";
import type { ServedRequest } from "@/lib/http/served-request";
import { toServiceError } from "@/lib/http/to-service-error";
import { textStream } from "./text-stream";

export const NDJSON_TYPE = "application/x-ndjson; charset=utf-8";

/** A line is sent in pieces, so that only a part of a long one is there twice. */
const PIECE_CHARACTERS = 64 * 1024;

/** Resolves when the reader has room for more, and rejects when nobody reads any more. */
type WriteValue = (value: object) => Promise<void>;

/**
 * Sends the output of `work`, a line of JSON each. A failure before the first line is thrown, and a later one is the
 * last line `{"error": …}`. The signal of `work` aborts when the reader is gone.
 */
export async function ndjsonResponse(
  ctx: Context,
  request: ServedRequest,
  work: (write: WriteValue, reader: AbortSignal) => Promise<void>,
): Promise<Response> {
  const body = await textStream(async (write, left) => {
    let hasBegun = false;
    const writeValue: WriteValue = async (value) => {
      hasBegun = true;
      for (const piece of piecesOf(value)) await write(piece);
    };
    const reader = AbortSignal.any([left, request.signal]);
    try {
      await work(writeValue, reader);
    } catch (error) {
      if (!hasBegun) throw error;
      if (reader.aborted) return;
      const { code, message, details } = toServiceError(error);
      if (code === "internal_error") ctx.log.error({ err: error, requestId: ctx.requestId }, "request failed");
      await writeValue({ error: { code, message, details } });
    }
  });
  return new Response(body, { headers: { "Content-Type": NDJSON_TYPE, "X-Accel-Buffering": "no" } });
}

/** Returns the line of an object in pieces that end between the members of its lists. */
function* piecesOf(value: object): Generator<string> {
  let [piece, isFirst] = ["{", true];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    piece += `${isFirst ? "" : ","}${JSON.stringify(name)}:`;
    isFirst = false;
    if (!Array.isArray(member)) {
      piece += JSON.stringify(member);
      continue;
    }
    piece += "[";
    for (const [index, element] of member.entries()) {
      piece += `${index === 0 ? "" : ","}${JSON.stringify(element)}`;
      if (piece.length < PIECE_CHARACTERS) continue;
      yield piece;
      piece = "";
    }
    piece += "]";
  }
  yield `${piece}}\n`;
}
