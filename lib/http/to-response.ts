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

/** An answer whose header fields, their names in lower case, win over the service's. */
export class OwnAnswer {
  readonly body: BodyInit | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: BodyInit | null, status: number, headers: Readonly<Record<string, string>>) {
    [this.body, this.status, this.headers] = [body, status, headers];
  }
}

/**
 * Sends a value as JSON, and adds to a `Response` the header fields that it lacks. A caller that has what the `Response`
 * holds already gets 304 (RFC 9110 section 13.1.2).
 */
export function toResponse({ request, ctx, headers }: Exchange, output: unknown, status: number): Response {
  const all = { ...apiHeaders(ctx.requestId), ...headers };
  if (output instanceof JsonText) return jsonResponse(output.text, status, { ...all, ...output.headers });
  if (output instanceof OwnAnswer) return ownResponse(output, all);
  if (!(output instanceof Response)) return jsonResponse(JSON.stringify(output), status, all);
  for (const [name, value] of Object.entries(all)) if (!output.headers.has(name)) output.headers.set(name, value);
  if (!isKnown(request, output.headers.get("ETag"))) return output;
  return new Response(null, { status: 304, headers: output.headers });
}

/** Makes one `Response` with all fields: to set one later costs more than a small call of a function. */
function ownResponse({ body, status, headers: own }: OwnAnswer, all: Record<string, string>): Response {
  const others = Object.entries(all).filter(([name]) => !Object.hasOwn(own, name.toLowerCase()));
  return new Response(body, { status, headers: { ...Object.fromEntries(others), ...own } });
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
