import type { UserContext } from "@/lib/sign-in/context";

/**
 * A link on another site, such as a web mailer, brings no Strict cookie, so the page would find nobody signed in. It is
 * asked for once more by a page of ours, with the cookie. Asking changes nothing, so nobody can be made to do something.
 */
export function isFromAnotherSite({ headers, method }: Request): boolean {
  if (method !== "GET" || headers.get("sec-fetch-mode") !== "navigate") return false;
  return headers.get("sec-fetch-site") === "cross-site";
}

/** The address of the request at the configured origin. */
export function addressOf({ baseUrl }: UserContext, request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${baseUrl}${pathname}${search}`;
}
