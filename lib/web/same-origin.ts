import { ServiceError } from "@/lib/core/errors";

/**
 * Refuses requests that a page of another origin may have caused, a sibling host's among them, which a Strict cookie
 * lets through. Browsers state the origin of a request by Sec-Fetch-Site (Fetch Metadata), older ones by Origin alone; a
 * request that states neither may only read. Throws `foreign_origin`.
 */
export function requireSameOrigin(request: Request, baseUrl: string): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isReading = request.method === "GET" || request.method === "HEAD";
  // `none` is an address that the user typed, or a bookmark.
  const isSiteTrusted =
    site === null ? isReading || origin !== null : site === "same-origin" || (isReading && site === "none");
  if (!isSiteTrusted || (origin !== null && origin !== baseUrl)) {
    throw foreignOrigin();
  }
}

/**
 * Refuses every request that a page of this service did not send. A browser states the page's origin with each POST, so
 * a request without one is refused too. Throws `foreign_origin`.
 */
export function requireOwnOrigin(headers: Pick<Headers, "get">, baseUrl: string): void {
  const site = headers.get("sec-fetch-site");
  if (headers.get("origin") !== baseUrl || (site !== null && site !== "same-origin")) throw foreignOrigin();
}

function foreignOrigin(): ServiceError {
  return new ServiceError("foreign_origin", "The request did not come from a page of this service.");
}
