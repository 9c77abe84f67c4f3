import { X509Certificate } from "node:crypto";
import { type SamlBinding, SamlError, type SamlMetadata } from "@/lib/core/ports/saml";
import { HTTP_POST, HTTP_REDIRECT, METADATA, SIGNATURE } from "./names";
import { childrenOf, elementsOf, parsePlainXml, textOf } from "./plain-xml";

const MAX_CERTIFICATES = 10;
const MAX_ADDRESS_LENGTH = 2_048;

/**
 * Reads the metadata of one identity provider (SAML 2.0 Metadata, section 2.4.3). Its signature is not looked at.
 * Throws `SamlError`.
 */
export function readMetadata(xml: string): SamlMetadata {
  const root = parsePlainXml(xml).documentElement as Element;
  const entities = elementsOf(root).filter(({ localName, namespaceURI }) => {
    return localName === "EntityDescriptor" && namespaceURI === METADATA;
  });
  const providers = entities.flatMap((entity) =>
    childrenOf(entity, METADATA, "IDPSSODescriptor").map((descriptor) => ({ entity, descriptor })),
  );
  const [provider] = providers;
  if (provider === undefined || providers.length > 1) {
    throw refuse(`The metadata must describe one identity provider, and describes ${providers.length}.`);
  }
  const { entity, descriptor } = provider;
  const entityId = entity.getAttribute("entityID")?.trim() ?? "";
  if (entityId === "" || entityId.length > 1_024) throw refuse("The metadata has no entity ID.");
  const signIn = serviceOf(descriptor, "SingleSignOnService");
  if (signIn === null) {
    throw refuse("The metadata has no sign-in address for the binding HTTP-Redirect or HTTP-POST.");
  }
  // An address that can't be used is none: people then sign out here alone.
  const signOut = serviceOf(descriptor, "SingleLogoutService");
  return {
    entityId,
    signInUrl: signIn.address,
    signInBinding: signIn.binding,
    signOutUrl: signOut?.address ?? null,
    signOutBinding: signOut?.binding ?? "redirect",
    certificates: certificatesOf(descriptor),
    validUntil: validUntilOf([root, entity, descriptor]),
  };
}

/** HTTP-Redirect is preferred, as it needs no page in between. */
const BINDINGS: readonly (readonly [string, SamlBinding])[] = [
  [HTTP_REDIRECT, "redirect"],
  [HTTP_POST, "post"],
];

function serviceOf(descriptor: Element, name: string): { address: string; binding: SamlBinding } | null {
  const services = childrenOf(descriptor, METADATA, name);
  for (const [uri, binding] of BINDINGS) {
    const service = services.find((each) => each.getAttribute("Binding") === uri);
    const address = service?.getAttribute("Location")?.trim() ?? "";
    if (address !== "" && address.length <= MAX_ADDRESS_LENGTH) return { address, binding };
  }
  return null;
}

/** Returns the first of the moments at which these elements end. */
function validUntilOf(elements: readonly Element[]): Date | null {
  const ends = elements.map((element) => Date.parse(element.getAttribute("validUntil") ?? ""));
  const first = Math.min(...ends.filter((end) => !Number.isNaN(end)));
  return Number.isFinite(first) ? new Date(first) : null;
}

/** A key without a use serves both. */
function certificatesOf(descriptor: Element): string[] {
  const keys = childrenOf(descriptor, METADATA, "KeyDescriptor").filter(
    (key) => key.getAttribute("use") !== "encryption",
  );
  const texts = keys.flatMap((key) =>
    elementsOf(key)
      .filter(({ localName, namespaceURI }) => localName === "X509Certificate" && namespaceURI === SIGNATURE)
      .map((element) => textOf(element)),
  );
  const certificates = [...new Set(texts.map(readCertificate))];
  if (certificates.length === 0) throw refuse("The metadata has no certificate for signatures.");
  if (certificates.length > MAX_CERTIFICATES)
    throw refuse(`The metadata has more than ${MAX_CERTIFICATES} certificates.`);
  return certificates;
}

function readCertificate(text: string): string {
  try {
    const der = Buffer.from(text.replace(/\s/g, ""), "base64");
    return new X509Certificate(der).raw.toString("base64");
  } catch {
    throw refuse("A certificate of the metadata can't be read.");
  }
}

function refuse(detail: string): SamlError {
  return new SamlError("saml_metadata", detail);
}
