import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { SAMPLE_BYTES } from "./media-type";

/** Each takes the end of a sample for no fault. */
const DECODERS = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
} satisfies Record<string, () => Transform>;

/** The codings that an object may be stored in (RFC 9110 section 8.4.1), of which browsers know all. */
export const ContentEncoding = z
  .enum(["gzip", "br", "zstd"])
  .meta({ description: "The coding in which the bytes are stored, and given back.", example: "gzip" });
export type ContentEncoding = z.infer<typeof ContentEncoding>;

/** Returns the coding that a request names; `null` for none. Throws `invalid_request` for one that isn't kept. */
export function contentEncodingIn(headers: Pick<Headers, "get">): ContentEncoding | null {
  const given = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (given === "identity") return null;
  const parsed = ContentEncoding.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ServiceError("invalid_request", `Content-Encoding must be one of ${ContentEncoding.options.join(", ")}.`);
}

/**
 * Returns the first bytes of the content that a sample is the start of. Throws `invalid_request` where it isn't encoded
 * so.
 */
export async function decodedSample(encoding: ContentEncoding | null, sample: Uint8Array): Promise<Uint8Array> {
  if (encoding === null) return sample;
  const chunks: Buffer[] = [];
  const decoder = DECODERS[encoding]();
  decoder.end(sample);
  try {
    let length = 0;
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.byteLength;
      // A few bytes can stand for a great many.
      if (length >= SAMPLE_BYTES) break;
    }
  } catch (cause) {
    throw new ServiceError("invalid_request", `The bytes aren't in ${encoding}, which Content-Encoding says.`, {
      cause,
    });
  }
  return Buffer.concat(chunks).subarray(0, SAMPLE_BYTES);
}
