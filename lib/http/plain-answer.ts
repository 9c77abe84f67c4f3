import { Readable } from "node:stream";
import { apiSecurityHeaders } from "./security-headers";

export const JSON_TYPE = "application/json; charset=utf-8";

type Body = string | Uint8Array | Readable | null;

/**
 * An answer that costs no `Response`: a listener of Node writes it as it is, and Next's lane makes a `Response` of it.
 * `Headers` are needed for Set-Cookie alone.
 */
export class PlainAnswer {
  readonly body: Body;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | Headers;

  constructor(body: Body, status: number, headers: Readonly<Record<string, string>> | Headers) {
    [this.body, this.status, this.headers] = [body, status, headers];
  }

  toResponse(): Response {
    const { body, status, headers } = this;
    const sent = body instanceof Readable ? Readable.toWeb(body) : body;
    return new Response(sent as BodyInit | null, { status, headers });
  }
}

export type Answer = Response | PlainAnswer;

export function asResponse(answer: Answer): Response {
  return answer instanceof PlainAnswer ? answer.toResponse() : answer;
}

export function apiHeaders(requestId: string): Record<string, string> {
  return { ...apiSecurityHeaders, "Cache-Control": "no-store", "X-Request-Id": requestId };
}
