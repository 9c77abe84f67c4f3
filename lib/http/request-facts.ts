import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { Random } from "@/lib/core/ports/random";

/** Tells a page the path that was asked for; proxy.ts sets it. */
export const PATH_HEADER = "x-requested-path";

const SANE_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

/** The caller's `X-Request-Id` when it is plain text of a sane length, else a new one. */
export function requestIdOf(offered: string | null, random: Random): string {
  return offered !== null && SANE_REQUEST_ID.test(offered) ? offered : createId("request", random);
}

/** The client's address as the ingress proxy states it; `null` where no proxy is configured. */
export function clientAddressOf(request: { headers: Headers }, header: string | null): string | null {
  if (header === null) return null;
  return request.headers.get(header)?.slice(0, 64) || null;
}

export function originDirectRejected(): ServiceError {
  return new ServiceError("origin_direct_rejected", "This request did not come through the service's ingress proxy.");
}

/** No route takes query parameters: a repeated, stray or secret one is refused rather than silently ignored. */
export function requireNoQuery(url: string): void {
  if (!url.includes("?")) return;
  const [name] = new URL(url).searchParams.keys();
  if (name !== undefined) {
    throw new ServiceError("invalid_request", `Unknown query parameter ${JSON.stringify(name.slice(0, 64))}.`, {
      details: [{ path: name.slice(0, 64), message: "unknown query parameter" }],
    });
  }
}
