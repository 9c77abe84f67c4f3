import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { FunctionAnswer } from "@/lib/core/ports/function-runtime";

/** The encodings that the runtime writes by itself if a function names them. */
const DECODERS: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  br: createBrotliDecompress,
};
/** As much as a function may answer. */
const MAX_DECODED_BYTES = 25 * 1_048_576;
/** They say something of the bytes as they were encoded. */
const OF_ENCODED = new Set([
  ...["content-encoding", "content-length", "content-digest", "repr-digest", "digest", "content-md5"],
]);

/**
 * Returns a function's answer as its caller can read it: a caller that doesn't accept the encoding gets the bytes without
 * it (RFC 9110 section 12.5.3). Parts, and encodings that the runtime doesn't write, are passed on as they are.
 */
export function decodedFor(accepted: string | null, answer: FunctionAnswer): FunctionAnswer {
  const encoding = answer.headers.find(([name]) => name === "content-encoding")?.[1].toLowerCase();
  if (encoding === undefined) return answer;
  const headers = [...answer.headers, ["vary", "Accept-Encoding"] as [string, string]];
  const decode = DECODERS[encoding];
  if (!decode || answer.status === 206 || accepts(accepted, encoding)) return { ...answer, headers };
  return {
    status: answer.status,
    headers: headers.filter(([name]) => !OF_ENCODED.has(name)).map(([name, value]) => [name, weakened(name, value)]),
    body: answer.body && decoding(answer.body, decode()),
  };
}

function accepts(accepted: string | null, encoding: string): boolean {
  const weights = new Map(
    (accepted ?? "").split(",").map((each) => {
      const [coding = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
      return [coding, Number(parameters.find((part) => part.startsWith("q="))?.slice(2) ?? 1)];
    }),
  );
  return (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
}

function decoding(body: Uint8Array | Readable, decoder: ReturnType<typeof createGunzip>): Readable {
  const source = body instanceof Readable ? body : Readable.from([body]);
  let length = 0;
  decoder.on("data", (chunk: Buffer) => {
    length += chunk.byteLength;
    if (length > MAX_DECODED_BYTES) decoder.destroy(new Error("the function's answer is larger than 25 MiB"));
  });
  decoder.pause();
  source.once("error", (error) => decoder.destroy(error));
  decoder.once("close", () => source.destroy());
  return source.pipe(decoder);
}

function weakened(name: string, value: string): string {
  return name === "etag" && value.startsWith('"') ? `W/${value}` : value;
}
