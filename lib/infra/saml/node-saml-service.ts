import { type Profile, SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import {
  type ClaimedSamlResponse,
  type Saml,
  SamlError,
  type SamlIdentityProvider,
  type SamlKey,
  type SamlLogout,
  type SamlRequest,
  type SamlServiceProvider,
} from "@/lib/core/ports/saml";
import { readAssertion } from "./assertion";
import { decryptAssertion, verifiedXml } from "./encrypted-assertion";
import { readLogoutRequest } from "./logout";
import { makeKey } from "./make-key";
import { readMetadata } from "./metadata";
import { ASSERTION, PROTOCOL, SUCCESS } from "./names";
import { toPem } from "./pem";
import { childrenOf, decodeResponse, parsePlainXml } from "./plain-xml";
import { verifiedMetadata } from "./signed-metadata";
import { requireOneAssertion, requireSignedAssertion } from "./structure";

const UNSPECIFIED = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";

/** Requests are remembered by flows; the library's own cache would have a timer for each instance. */
const NO_CACHE = { saveAsync: async () => null, getAsync: async () => null, removeAsync: async () => null };

/**
 * SAML by `@node-saml/node-saml`, which verifies signatures and returns the bytes that were signed. What is accepted is
 * narrower than what it takes: the shape of the document and the algorithms before it, every claim after it.
 */
export class NodeSamlService implements Saml {
  readMetadata(xml: string, { signedBy = null }: { signedBy?: string | null } = {}): SamlIdentityProvider {
    return readMetadata(signedBy === null ? xml : verifiedMetadata(xml, signedBy));
  }

  writeMetadata(serviceProvider: SamlServiceProvider): string {
    const { key, nextKey, signsRequests } = serviceProvider;
    const certificates = [key, nextKey].flatMap((each) => (each === null ? [] : [toPem(each.certificate)]));
    const library = libraryFor(serviceProvider, null);
    // The newest is encrypted for, and each may sign: which one does changes without new metadata.
    return library.generateServiceProviderMetadata(certificates.at(-1) ?? null, signsRequests ? certificates : null);
  }

  makeKey(commonName: string, now: Date): Promise<SamlKey> {
    return makeKey(commonName, now);
  }

  requestUrl(
    serviceProvider: SamlServiceProvider,
    identityProvider: SamlIdentityProvider,
    request: SamlRequest,
  ): Promise<string> {
    const library = libraryFor(serviceProvider, identityProvider, request);
    return library.getAuthorizeUrlAsync(request.relayState ?? "", undefined, {});
  }

  readLogoutRequest(...[message, expected]: Parameters<Saml["readLogoutRequest"]>): SamlLogout {
    return readLogoutRequest(message, expected);
  }

  logoutResponseUrl(...[serviceProvider, identityProvider, answer]: Parameters<Saml["logoutResponseUrl"]>) {
    const library = libraryFor(serviceProvider, identityProvider);
    const request = { ID: answer.requestId } as Profile;
    return library.getLogoutResponseUrlAsync(request, answer.relayState ?? "", {}, true);
  }

  logoutRequestUrl(...[serviceProvider, identityProvider, session]: Parameters<Saml["logoutRequestUrl"]>) {
    const { nameId: nameID, nameIdFormat, sessionIndex, relayState = "" } = session;
    const named = { nameID, nameIDFormat: nameIdFormat ?? UNSPECIFIED, issuer: identityProvider.entityId };
    const user: Profile = { ...named, ...(sessionIndex !== null && { sessionIndex }) };
    return libraryFor(serviceProvider, identityProvider).getLogoutUrlAsync(user, relayState, {});
  }

  readResponse(text: string): ClaimedSamlResponse {
    const xml = decodeResponse(text);
    const document = parsePlainXml(xml);
    return { requestId: document.documentElement?.getAttribute("InResponseTo") || null, xml, document };
  }

  async accept({ serviceProvider, identityProvider, response, requestId, now }: Parameters<Saml["accept"]>[0]) {
    const { xml, document } = response;
    requireSuccess(document, serviceProvider, requestId);
    const signed = isEncrypted(document, serviceProvider)
      ? await decryptAndVerify(serviceProvider, identityProvider, xml)
      : verifyPlain(identityProvider, xml, document);
    return readAssertion(signed, { serviceProvider, entityId: identityProvider.entityId, requestId, now });
  }
}

/** Throws `SamlError` for an assertion that must be encrypted and isn't. Without a key, the shape alone is judged. */
function isEncrypted(document: Document, { key, requiresEncryption }: SamlServiceProvider): boolean {
  const response = document.documentElement as Element;
  const isThere = childrenOf(response, ASSERTION, "EncryptedAssertion").length > 0;
  if (requiresEncryption && !isThere) {
    throw new SamlError("saml_not_encrypted", "The assertion isn't encrypted, and the connection requires it.");
  }
  return isThere && key !== null;
}

/** Returns the assertion exactly as it was signed. A signature of the response besides it adds nothing to that. */
function verifyPlain({ certificates }: SamlIdentityProvider, xml: string, document: Document): string {
  const { assertion } = requireOneAssertion(document);
  return verifiedXml(xml, assertion, certificates);
}

/** What was decrypted is as little to be believed as what came: it must be signed itself. */
async function decryptAndVerify(
  { key, nextKey }: SamlServiceProvider,
  { certificates }: SamlIdentityProvider,
  xml: string,
): Promise<string> {
  const assertion = await decryptAssertion({
    ...{ xml, certificates },
    privateKeys: [nextKey, key].flatMap((each) => (each === null ? [] : [each.privateKey])),
  });
  const root = parsePlainXml(assertion).documentElement as Element;
  requireSignedAssertion(root);
  return verifiedXml(assertion, root, certificates);
}

/** What the response says of itself need not be signed, so it can only refuse. */
function requireSuccess(document: Document, { acsUrl }: SamlServiceProvider, requestId: string): void {
  const response = document.documentElement as Element;
  const [status] = childrenOf(response, PROTOCOL, "Status");
  const [code] = status ? childrenOf(status, PROTOCOL, "StatusCode") : [];
  const value = code?.getAttribute("Value") ?? "";
  if (value !== SUCCESS) {
    const [inner] = code ? childrenOf(code, PROTOCOL, "StatusCode") : [];
    const told = [value, inner?.getAttribute("Value") ?? ""].map((text) => text.split(":").at(-1)).filter(Boolean);
    const words = told
      .join(", ")
      .replace(/[^\w, ]/g, "")
      .slice(0, 100);
    throw new SamlError("saml_status", `The identity provider answered ${words || "without a status"}.`);
  }
  const destination = response.getAttribute("Destination");
  if (destination && destination !== acsUrl) {
    throw new SamlError("saml_recipient", `The response must be for the destination ${acsUrl}.`);
  }
  if (response.getAttribute("InResponseTo") !== requestId) {
    throw new SamlError("saml_request", "The response answers another sign-in than this one.");
  }
}

function libraryFor(
  { entityId, acsUrl, logoutUrl, key, signsRequests }: SamlServiceProvider,
  identityProvider: SamlIdentityProvider | null,
  request?: SamlRequest,
): SAML {
  return new SAML({
    callbackUrl: acsUrl,
    logoutCallbackUrl: logoutUrl,
    logoutUrl: identityProvider?.signOutUrl ?? "",
    issuer: entityId,
    audience: entityId,
    entryPoint: identityProvider?.signInUrl ?? acsUrl,
    idpCert: identityProvider ? identityProvider.certificates.map(toPem) : "none",
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: NO_CACHE,
    disableRequestedAuthnContext: (request?.contexts ?? []).length === 0,
    authnContext: [...(request?.contexts ?? [])],
    racComparison: "exact",
    identifierFormat: null,
    signatureAlgorithm: "sha256",
    ...(key && { decryptionPvk: key.privateKey }),
    ...(key && signsRequests && { privateKey: key.privateKey, publicCert: toPem(key.certificate) }),
    digestAlgorithm: "sha256",
    ...(request && { forceAuthn: request.forcesAuthentication, generateUniqueId: () => request.requestId }),
  });
}
