import { X509Certificate } from "node:crypto";
import { SamlError, type SamlIdentityProvider } from "@/lib/core/ports/saml";
import { HTTP_REDIRECT, METADATA, SIGNATURE } from "./names";
import { childrenOf, elementsOf, parsePlainXml, textOf } from "./plain-xml";

const MAX_CERTIFICATES = 10;
const MAX_ADDRESS_LENGTH = 2_048;

/**
 * Reads the metadata of one identity provider (SAML 2.0 Metadata, section 2.4.3). Its signature is not looked at.
 * Throws `SamlError`.
 */
export function readMetadata(xml: string): SamlIdentityProvider {
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
  return {
    entityId,
    signInUrl: signInUrlOf(descriptor),
    signOutUrl: signOutUrlOf(descriptor),
    certificates: certificatesOf(descriptor),
  };
}

function signInUrlOf(descriptor: Element): string {
  const services = childrenOf(descriptor, METADATA, "SingleSignOnService");
  const service = services.find((each) => each.getAttribute("Binding") === HTTP_REDIRECT);
  const address = service?.getAttribute("Location")?.trim() ?? "";
  if (address === "" || address.length > MAX_ADDRESS_LENGTH) {
    throw refuse("The metadata has no sign-in address for the binding HTTP-Redirect.");
  }
  return address;
}

/** An address that can't be used is none: people then sign out here alone. */
function signOutUrlOf(descriptor: Element): string | null {
  const services = childrenOf(descriptor, METADATA, "SingleLogoutService");
  const service = services.find((each) => each.getAttribute("Binding") === HTTP_REDIRECT);
  const address = service?.getAttribute("Location")?.trim() ?? "";
  return address === "" || address.length > MAX_ADDRESS_LENGTH ? null : address;
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
