import "server-only";
import { NDJSON_TYPE } from "./ndjson-response";
import { textStream, type WriteText } from "./text-stream";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  tsv: "text/tab-separated-values; charset=utf-8",
  ndjson: NDJSON_TYPE,
} as const;

/** Throws a failure before the first line; a later one breaks the download off, so that nobody takes it for whole. */
export async function streamedFile(
  title: string,
  format: keyof typeof TYPES,
  work: (write: WriteText, reader: AbortSignal) => Promise<void>,
): Promise<Response> {
  const body = await textStream(work);
  const name = `${title}.${format}`;
  const plain = name.replace(/[^A-Za-z0-9._-]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, percentEncoded);
  const headers = {
    "Content-Type": TYPES[format],
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    "X-Accel-Buffering": "no",
  };
  return new Response(body, { headers });
}

/** Encodes the characters that `encodeURIComponent` leaves and RFC 8187 does not allow. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
