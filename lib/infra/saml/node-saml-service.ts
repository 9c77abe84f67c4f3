import { type Profile, SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { signSamlPost } from "@node-saml/node-saml/lib/saml-post-signing.js";
import {
  type ClaimedSamlResponse,
  type Saml,
  SamlError,
  type SamlIdentityProvider,
  type SamlKey,
  type SamlLogout,
  type SamlMessage,
  type SamlRequest,
  type SamlServiceProvider,
} from "@/lib/core/ports/saml";
import { readAssertion } from "./assertion";
import { decryptAssertion, verifiedXml } from "./encrypted-assertion";
import { readLogoutRequest } from "./logout";
import { readMetadata } from "./metadata";
import { ASSERTION, HTTP_POST, HTTP_REDIRECT, PROTOCOL, SUCCESS } from "./names";
import { toPem } from "./pem";
import { plainMetadata } from "./plain-metadata";
import { childrenOf, decodeResponse, parsePlainXml } from "./plain-xml";
import { verifiedMetadata } from "./signed-metadata";
import { requireOneAssertion, requireSignedAssertion } from "./structure";

const NAME_FORMATS = [
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
];
const UNSPECIFIED = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";

/** Requests are remembered by flows; the library's own cache would have a timer for each instance. */
const NO_CACHE = { saveAsync: async () => null, getAsync: async () => null, removeAsync: async () => null };

/**
 * SAML by `@node-saml/node-saml`, which verifies signatures and returns the bytes that were signed. The service accepts
 * less than the library does: the shape of the document and the algorithms before it, every claim after it.
 */
export class NodeSamlService implements Saml {
  async readMetadata(xml: string, { signedBy = null }: { signedBy?: string | null } = {}) {
    const plain = plainMetadata(xml);
    return readMetadata(signedBy === null ? plain : verifiedMetadata(plain, signedBy));
  }

  async writeMetadata(serviceProvider: SamlServiceProvider): Promise<string> {
    const { key, nextKey, signsRequests } = serviceProvider;
    const certificates = [key, nextKey].flatMap((each) => (each === null ? [] : [toPem(each.certificate)]));
    const library = libraryFor(serviceProvider, null);
    // The newest is encrypted for, and each may sign: which one does changes without new metadata.
    const signing = signsRequests ? certificates : null;
    return completed(library.generateServiceProviderMetadata(certificates.at(-1) ?? null, signing));
  }

  async makeKey(commonName: string, now: Date): Promise<SamlKey> {
    // The code that makes certificates is as large as all the rest.
    const { makeKey } = await import("./make-key");
    return makeKey(commonName, now);
  }

  async signInRequest(
    serviceProvider: SamlServiceProvider,
    identityProvider: SamlIdentityProvider,
    request: SamlRequest,
  ): Promise<SamlMessage> {
    const library = libraryFor(serviceProvider, identityProvider, request);
    const { relayState = "" } = request;
    if (identityProvider.signInBinding === "redirect") {
      return inAddress(await library.getAuthorizeUrlAsync(relayState, undefined, {}));
    }
    const fields = await library.getAuthorizeMessageAsync(relayState);
    const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
    return { url: identityProvider.signInUrl, fields: Object.fromEntries(texts) };
  }

  async readLogoutRequest(...[message, expected]: Parameters<Saml["readLogoutRequest"]>): Promise<SamlLogout> {
    return readLogoutRequest(message, expected);
  }

  async logoutResponse(...[serviceProvider, identityProvider, answer]: Parameters<Saml["logoutResponse"]>) {
    const library = libraryFor(serviceProvider, identityProvider);
    const request = { ID: answer.requestId } as Profile;
    const { relayState = "" } = answer;
    if (identityProvider.signOutBinding === "redirect") {
      return inAddress(await library.getLogoutResponseUrlAsync(request, relayState, {}, true));
    }
    const xml = library._generateLogoutResponse(request, true);
    return logoutForm(identityProvider, serviceProvider, { name: "SAMLResponse", xml, relayState });
  }

  async logoutRequest(...[serviceProvider, identityProvider, session]: Parameters<Saml["logoutRequest"]>) {
    const { nameId: nameID, nameIdFormat, sessionIndex, relayState = "" } = session;
    const named = { nameID, nameIDFormat: nameIdFormat ?? UNSPECIFIED, issuer: identityProvider.entityId };
    const user: Profile = { ...named, ...(sessionIndex !== null && { sessionIndex }) };
    const library = libraryFor(serviceProvider, identityProvider);
    if (identityProvider.signOutBinding === "redirect") {
      return inAddress(await library.getLogoutUrlAsync(user, relayState, {}));
    }
    const xml = await library._generateLogoutRequest(user);
    return logoutForm(identityProvider, serviceProvider, { name: "SAMLRequest", xml, relayState });
  }

  async readResponse(text: string): Promise<ClaimedSamlResponse> {
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

/** A decrypted assertion is no more to be believed than the response: it must be signed itself. */
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

/** The response's own claims need not be signed, so they can only refuse. */
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

/**
 * Adds the parts that the library leaves out: logout by HTTP-Redirect, which some know alone, and the formats of names.
 */
function completed(metadata: string): string {
  const formats = NAME_FORMATS.map((format) => `<NameIDFormat>${format}</NameIDFormat>`).join("");
  return metadata.replace(/<SingleLogoutService\b[^>]*\/>/, (posted) => {
    return `${posted.replace(HTTP_POST, HTTP_REDIRECT)}${posted}${formats}`;
  });
}

const inAddress = (url: string): SamlMessage => ({ url, fields: null });

interface LogoutDocument {
  name: "SAMLRequest" | "SAMLResponse";
  xml: string;
  relayState: string;
}

/** A form's document has its signature inside (SAML 2.0 Bindings, section 3.5.4). */
function logoutForm(
  { signOutUrl }: SamlIdentityProvider,
  { key, signsRequests }: SamlServiceProvider,
  { name, xml, relayState }: LogoutDocument,
): SamlMessage {
  const path = `/*[local-name(.)="${name === "SAMLRequest" ? "LogoutRequest" : "LogoutResponse"}"]`;
  const signing = {
    privateKey: key?.privateKey ?? "",
    signatureAlgorithm: "sha256",
    digestAlgorithm: "sha256",
  } as const;
  const signed =
    key && signsRequests ? signSamlPost(xml, path, { ...signing, publicCert: toPem(key.certificate) }) : xml;
  const fields = {
    [name]: Buffer.from(signed).toString("base64"),
    ...(relayState !== "" && { RelayState: relayState }),
  };
  return { url: signOutUrl ?? "", fields };
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
    ...(identityProvider?.signInBinding === "post" && {
      authnRequestBinding: "HTTP-POST" as const,
      skipRequestCompression: true,
    }),
    signatureAlgorithm: "sha256",
    ...(key && { decryptionPvk: key.privateKey }),
    ...(key && signsRequests && { privateKey: key.privateKey, publicCert: toPem(key.certificate) }),
    digestAlgorithm: "sha256",
    ...(request && { forceAuthn: request.forcesAuthentication, generateUniqueId: () => request.requestId }),
  });
}
