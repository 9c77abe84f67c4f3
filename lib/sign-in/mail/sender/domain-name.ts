import { domainToASCII } from "node:url";
import { parse } from "tldts";
import { ServiceError } from "@/lib/core/errors";

/** Returns a domain in ASCII and lower case. Throws `invalid_request` for a machine's address or a shared suffix. */
export function parseDomainName(text: string): string {
  // `domainToASCII` would read the host out of a whole address.
  const domain = /[/?#@:\\]/.test(text) ? "" : domainToASCII(text.trim().replace(/\.$/, ""));
  const labels = domain.split(".");
  const isName = domain.length <= 253 && labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  if (!isName || rootDomainOf(domain) === null) {
    throw new ServiceError("invalid_request", "The domain must be one that you can own, such as shop.example.");
  }
  return domain;
}

/** Returns the registered part of a domain: `shop.example` of `mail.shop.example`. `null` where there is none. */
export function rootDomainOf(domain: string): string | null {
  return parse(domain, { allowPrivateDomains: true, extractHostname: false, validateHostname: true }).domain;
}
