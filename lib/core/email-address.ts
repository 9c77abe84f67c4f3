import { domainToASCII } from "node:url";

/** RFC 5321 section 4.5.3.1.3 allows 256 characters with the angle brackets. */
export const MAX_EMAIL_LENGTH = 254;
/** RFC 5321 section 4.5.3.1.1. */
const MAX_LOCAL_LENGTH = 64;
/** RFC 1035 section 2.3.4. */
const MAX_LABEL_LENGTH = 63;

/**
 * Returns a domain in ASCII and lower case, as browsers send it: `bücher.example` and `xn--bcher-kva.example` are one.
 * Text that is no domain stays as it is.
 */
export function domainInOneForm(domain: string): string {
  const lowered = domain.toLowerCase();
  // Of a whole address, `domainToASCII` would read the host.
  if (/[\s/?#@:\\%]/.test(lowered) || !/\P{ASCII}/u.test(lowered)) return lowered;
  return domainToASCII(lowered) || lowered;
}

/** Returns an address in the one form that is stored and looked up. Its local part is not touched but for its case. */
export function emailInOneForm(email: string): string {
  const at = email.lastIndexOf("@");
  return at === -1
    ? email.toLowerCase()
    : `${email.slice(0, at).toLowerCase()}@${domainInOneForm(email.slice(at + 1))}`;
}

/** Returns a part of an address, as it is typed in a search, in the form that it has in addresses. */
export function addressPartInOneForm(part: string): string {
  return part.includes("@") ? emailInOneForm(part) : domainInOneForm(part);
}

/** Returns whether mail servers take addresses whose parts are so long. */
export function hasMailableLengths(email: string): boolean {
  const at = email.lastIndexOf("@");
  const labels = email.slice(at + 1).split(".");
  return at <= MAX_LOCAL_LENGTH && labels.every(({ length }) => length <= MAX_LABEL_LENGTH);
}
