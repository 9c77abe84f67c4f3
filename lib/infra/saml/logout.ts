import { createPublicKey, verify, X509Certificate } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { SamlError, type SamlIdentityProvider, type SamlLogout, type SamlLogoutMessage } from "@/lib/core/ports/saml";
import { momentOf, nameOf } from "./assertion";
import { verifiedXml } from "./encrypted-assertion";
import { ASSERTION, PROTOCOL, SIGNATURE } from "./names";
import { childrenOf, decodeResponse, elementsOf, MAX_XML_BYTES, parsePlainXml, textOf } from "./plain-xml";
import { requirePlainSignatures } from "./structure";

const ALGORITHMS: Readonly<Record<string, string>> = {
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": "RSA-SHA256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": "RSA-SHA512",
};
/** A request is for now: an older one is one that somebody kept. */
const MAX_AGE_MILLISECONDS = 300_000;

interface Expected {
  identityProvider: SamlIdentityProvider;
  /** The URL to which the request was sent. */
  logoutUrl: string;
  now: Date;
}

/**
 * Reads a LogoutRequest (SAML 2.0 Core, section 3.7.1) of either binding. It must be signed, for this address, of this
 * identity provider and of these minutes. Throws `SamlError`.
 */
export function readLogoutRequest(message: SamlLogoutMessage, expected: Expected): SamlLogout {
  const { identityProvider, logoutUrl, now } = expected;
  const signed = message.binding === "redirect" ? signedQuery(message, expected) : signedForm(message, expected);
  const request = parsePlainXml(signed).documentElement as Element;
  if (request.localName !== "LogoutRequest" || request.namespaceURI !== PROTOCOL) {
    throw new SamlError("saml_structure", "The document isn't a SAML logout request.");
  }
  const [issuer] = childrenOf(request, ASSERTION, "Issuer");
  if (!issuer || textOf(issuer) !== identityProvider.entityId) {
    throw new SamlError("saml_issuer", `The logout request must be from ${identityProvider.entityId}.`);
  }
  const destination = request.getAttribute("Destination");
  if (destination && destination !== logoutUrl) {
    throw new SamlError("saml_recipient", `The logout request must be for the destination ${logoutUrl}.`);
  }
  const issuedAt = momentOf(request, "IssueInstant");
  const until = momentOf(request, "NotOnOrAfter") ?? Number.POSITIVE_INFINITY;
  const age = Math.abs(now.getTime() - (issuedAt ?? 0));
  if (issuedAt === null || age > MAX_AGE_MILLISECONDS || now.getTime() >= until) {
    throw new SamlError("saml_clock", "The logout request is too old, or the clocks differ.");
  }
  const indexes = childrenOf(request, PROTOCOL, "SessionIndex").map(textOf);
  const id = request.getAttribute("ID") ?? "";
  return { id, ...nameOf(request), sessionIndexes: indexes, issuedAt: new Date(issuedAt) };
}

/** A document in the address is signed with the address (SAML 2.0 Bindings, section 3.4.4.1). */
function signedQuery(message: SamlLogoutMessage, { identityProvider }: Expected): string {
  const { samlRequest, relayState, algorithm = "", signature = "" } = message;
  const name = ALGORITHMS[algorithm];
  if (signature === "") throw new SamlError("saml_signature", "The logout request isn't signed.");
  if (name === undefined) {
    throw new SamlError("saml_algorithm", "The logout request must be signed by RSA with SHA-256 or SHA-512.");
  }
  const fields = Object.entries({ SAMLRequest: samlRequest, RelayState: relayState, SigAlg: algorithm });
  const query = (encode: (text: string) => string) =>
    fields.flatMap(([field, value]) => (value === undefined ? [] : [`${field}=${encode(value)}`])).join("&");
  // The signed bytes are the query as it was written, which languages do in these ways.
  const written = ENCODINGS.map(query);
  const bytes = Buffer.from(signature, "base64");
  const keys = identityProvider.certificates.map((der) =>
    createPublicKey(new X509Certificate(Buffer.from(der, "base64")).publicKey.export({ type: "spki", format: "pem" })),
  );
  const isSigned = keys.some((key) => written.some((text) => verify(name, Buffer.from(text), key, bytes)));
  if (!isSigned) throw new SamlError("saml_signature", "The logout request isn't signed by this identity provider.");
  return inflate(samlRequest);
}

const lowerCased = (text: string) => text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
const ENCODINGS: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => lowerCased(encodeURIComponent(text)),
  (text) => new URLSearchParams([["", text]]).toString().slice(1),
];

function inflate(text: string): string {
  try {
    return inflateRawSync(Buffer.from(text, "base64"), { maxOutputLength: MAX_XML_BYTES }).toString();
  } catch {
    throw new SamlError("saml_not_plain_xml", "The logout request can't be read.");
  }
}

function signedForm({ samlRequest }: SamlLogoutMessage, { identityProvider }: Expected): string {
  const xml = decodeResponse(samlRequest);
  const root = parsePlainXml(xml).documentElement as Element;
  requirePlainSignatures(elementsOf(root), [root]);
  if (childrenOf(root, SIGNATURE, "Signature").length !== 1) {
    throw new SamlError("saml_signature", "The logout request isn't signed.");
  }
  return verifiedXml(xml, root, identityProvider.certificates);
}
