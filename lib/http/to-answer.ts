import { type Answer, apiHeaders, JSON_TYPE, PlainAnswer } from "./plain-answer";
import type { Exchange } from "./serve";
import type { ServedRequest } from "./served-request";

/** An answer that is JSON text already, and the header fields of its own. */
export class JsonText {
  readonly text: string;
  readonly headers: Record<string, string>;

  constructor(text: string, headers: Record<string, string> = {}) {
    this.text = text;
    this.headers = headers;
  }
}

/** Sends a value as JSON, and adds to an answer the header fields that it lacks. */
export function toAnswer(exchange: Exchange, output: unknown, status: number): Answer {
  if (output instanceof Response) return completed(exchange, output);
  const all = { ...apiHeaders(exchange.ctx.requestId), ...exchange.headers };
  if (output instanceof JsonText) return jsonAnswer(output.text, status, { ...all, ...output.headers });
  if (output instanceof PlainAnswer) return withFields(output, all);
  return jsonAnswer(JSON.stringify(output), status, all);
}

/**
 * Adds to a `Response` the header fields that it lacks. A reader who already has the body of the `Response` gets 304
 * (RFC 9110 section 13.1.2).
 */
export function completed({ request, ctx, headers }: Exchange, response: Response): Response {
  const all = { ...apiHeaders(ctx.requestId), ...headers };
  for (const [name, value] of Object.entries(all)) if (!response.headers.has(name)) response.headers.set(name, value);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || !isKnown(request, response.headers.get("ETag"))) return response;
  return new Response(null, { status: 304, headers: response.headers });
}

/** The answer's own fields, their names in lower case, win over the service's. */
function withFields({ body, status, headers: own }: PlainAnswer, all: Record<string, string>): PlainAnswer {
  const fields = own instanceof Headers ? Object.fromEntries(own) : own;
  const others = Object.entries(all).filter(([name]) => !Object.hasOwn(fields, name.toLowerCase()));
  return new PlainAnswer(body, status, { ...Object.fromEntries(others), ...fields });
}

/** The comparison is the weak one: proxies mark an ETag as weak when they compress its bytes. */
function isKnown(request: ServedRequest, etag: string | null): boolean {
  const offered = request.headers.get("If-None-Match");
  if (offered === null || etag === null) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  return offered.trim() === "*" || offered.split(",").some((each) => plain(each) === plain(etag));
}

export function jsonAnswer(body: string, status: number, headers: Record<string, string>): PlainAnswer {
  return new PlainAnswer(body, status, { ...headers, "Content-Type": JSON_TYPE });
}
