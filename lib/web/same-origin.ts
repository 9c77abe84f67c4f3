import { ServiceError } from "@/lib/core/errors";
import type { ServedRequest } from "@/lib/http/served-request";

/**
 * Throws `foreign_origin` for a request that another origin's page may have caused, also a sibling host's, which a
 * Strict cookie lets through. A request with neither Sec-Fetch-Site nor Origin (an old browser's) may only read.
 */
export function requireSameOrigin(request: ServedRequest, baseUrl: string): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isReading = request.method === "GET" || request.method === "HEAD";
  // `none` stands for an address that the user typed, or a bookmark.
  const isSiteTrusted =
    site === null ? isReading || origin !== null : site === "same-origin" || (isReading && site === "none");
  if (!isSiteTrusted || (origin !== null && origin !== baseUrl)) {
    throw foreignOrigin();
  }
}

/** Throws `foreign_origin` without the service's own Origin, which browsers send with every POST. */
export function requireOwnOrigin(headers: Pick<Headers, "get">, baseUrl: string): void {
  const site = headers.get("sec-fetch-site");
  if (headers.get("origin") !== baseUrl || (site !== null && site !== "same-origin")) throw foreignOrigin();
}

function foreignOrigin(): ServiceError {
  return new ServiceError("foreign_origin", "The request didn't come from a page of this service.");
}
