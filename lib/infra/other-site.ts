import { getDomain } from "tldts";
import { OperatorError } from "@/lib/core/operator-error";

/**
 * Browsers send cookies along within a site, and a page may do things to another of its site that strangers may not, so
 * files that customers store is on a site of its own. Throws `OperatorError`.
 */
export function requireOtherSite(url: string, contentUrl: string): void {
  if (siteOf(url) !== siteOf(contentUrl)) return;
  throw new OperatorError(
    "COPPICE_CONTENT_URL must be on another domain than COPPICE_URL: customers' files must not share its cookies.",
  );
}

/** Returns the registrable domain, or the host where it has none. */
function siteOf(url: string): string {
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}
