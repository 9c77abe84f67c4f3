import type { IncomingMessage } from "node:http";

/** Browsers keep an answer for two hours at most. */
const PREFLIGHT_SECONDS = 7_200;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

interface Allowed {
  origin: string;
  methods: readonly string[];
  /** Allowed also where a page doesn't ask for them. */
  fields?: readonly string[];
  seconds?: number;
}

/** Returns whether a browser asks for a page's permission to send (Fetch section 3.2.2). */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/**
 * Returns the header fields that allow a page its request. An origin that may send requests may send any header field:
 * tools for tracing and clients of protocols add their own, and an unknown one has no effect.
 */
export function preflightHeaders(
  asked: string | null | undefined,
  { origin, methods, fields = [], seconds = PREFLIGHT_SECONDS }: Allowed,
): Record<string, string> {
  const known = new Set(fields.map((each) => each.toLowerCase()));
  const wanted = (asked ?? "").split(",").map((each) => each.trim().toLowerCase());
  const allowed = new Set([...fields, ...wanted.filter((each) => TOKEN.test(each) && !known.has(each))]);
  return {
    Vary: `${origin === "*" ? "" : "Origin, "}Access-Control-Request-Headers`,
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": methods.join(", "),
    ...(allowed.size > 0 && { "Access-Control-Allow-Headers": [...allowed].join(", ") }),
    "Access-Control-Max-Age": String(seconds),
  };
}
