import type { ServedRequest } from "../served-request";

const FIELDS = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** Returns whether a browser loads an address that nobody has opened yet: a prefetch, a prerender or a preview. */
export function isSpeculative({ headers }: ServedRequest): boolean {
  return FIELDS.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ""));
}

/** Returns an answer that no browser keeps, so that the address is opened again by the person. */
export function refuseSpeculation(headers: Headers): Response {
  headers.set("Cache-Control", "no-store");
  return new Response(null, { status: 503, headers });
}
