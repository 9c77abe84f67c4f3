import type { ServedRequest } from "@/lib/http/served-request";
import type { UserContext } from "@/lib/sign-in/context";

/**
 * Returns whether the browser followed a link on another site, such as a web mailer. It then sends no Strict cookie, so
 * the page is asked for once more by a page of the service. A GET changes nothing, so this opens no attack.
 */
export function isFromAnotherSite({ headers, method }: ServedRequest): boolean {
  if (method !== "GET" || headers.get("sec-fetch-mode") !== "navigate") return false;
  return headers.get("sec-fetch-site") === "cross-site";
}

/** The address of the request at the configured origin. */
export function addressOf({ baseUrl }: UserContext, url: string): string {
  const { pathname, search } = new URL(url);
  return `${baseUrl}${pathname}${search}`;
}
