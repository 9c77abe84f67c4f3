import { apiHeaders, JSON_TYPE } from "./error-response";
import type { Exchange } from "./serve";

/** An answer that is JSON text already, and the header fields of its own. */
export class JsonText {
  readonly text: string;
  readonly headers: Record<string, string>;

  constructor(text: string, headers: Record<string, string> = {}) {
    this.text = text;
    this.headers = headers;
  }
}

/**
 * Sends a value as JSON, and adds to a `Response` the header fields that it lacks. A caller that has what the `Response`
 * holds already gets 304 (RFC 9110 section 13.1.2).
 */
export function toResponse({ request, ctx, headers }: Exchange, output: unknown, status: number): Response {
  const all = { ...apiHeaders(ctx.requestId), ...headers };
  if (output instanceof JsonText) return jsonResponse(output.text, status, { ...all, ...output.headers });
  if (!(output instanceof Response)) return jsonResponse(JSON.stringify(output), status, all);
  for (const [name, value] of Object.entries(all)) if (!output.headers.has(name)) output.headers.set(name, value);
  if (!isKnown(request, output.headers.get("ETag"))) return output;
  return new Response(null, { status: 304, headers: output.headers });
}

/** The comparison is the weak one: proxies mark an ETag as weak when they compress what it stands for. */
function isKnown(request: Request, etag: string | null): boolean {
  const offered = request.headers.get("If-None-Match");
  if (offered === null || etag === null) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  return offered.split(",").some((each) => plain(each) === plain(etag));
}

export function jsonResponse(body: string, status: number, headers: Record<string, string>): Response {
  return new Response(body, { status, headers: { ...headers, "Content-Type": JSON_TYPE } });
}
