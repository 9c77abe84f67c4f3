import { SamlError } from "@/lib/core/ports/saml";
import { ASSERTION, PROTOCOL, SIGNATURE } from "./names";
import { childrenOf, elementsOf } from "./plain-xml";

const SIGNATURES: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
]);
const DIGESTS: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const TRANSFORMS: readonly string[] = ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", EXCLUSIVE];

/**
 * Requires the one shape that a response has: a Response with one Assertion in it, of which each may have a signature
 * of its own over the whole of itself. A document with a second assertion anywhere is refused regardless of the
 * signatures, so nothing can be wrapped. Throws `SamlError`.
 */
export function requireOneAssertion(document: Document): { response: Element; assertion: Element } {
  const response = document.documentElement as Element;
  const all = elementsOf(response);
  if (!isNamed(response, PROTOCOL, "Response")) throw wrong("The document isn't a SAML response.");
  const named = (name: string) => all.filter((element) => element.localName === name);
  if (named("Response").length > 1) throw wrong("The response holds another response.");
  if (named("EncryptedAssertion").length + named("EncryptedID").length + named("EncryptedAttribute").length > 0) {
    throw new SamlError("saml_encrypted", "More than the whole assertion is encrypted, or the connection has no key.");
  }
  const assertions = named("Assertion");
  const [assertion] = childrenOf(response, ASSERTION, "Assertion");
  if (assertion === undefined || assertions.length !== 1) {
    throw wrong(`The response must hold one assertion, and holds ${assertions.length}.`);
  }
  requirePlainSignatures(all, [response, assertion]);
  requireSignature(assertion);
  return { response, assertion };
}

/** Requires an assertion that stands alone, with one signature over the whole of itself. Throws `SamlError`. */
export function requireSignedAssertion(assertion: Element): void {
  const all = elementsOf(assertion);
  const isAlone = all.filter(({ localName }) => localName === "Assertion").length === 1;
  if (!isNamed(assertion, ASSERTION, "Assertion") || !isAlone)
    throw wrong("The encrypted element isn't one assertion.");
  requirePlainSignatures(all, [assertion]);
  requireSignature(assertion);
}

function requireSignature(assertion: Element): void {
  if (childrenOf(assertion, SIGNATURE, "Signature").length === 1) return;
  throw new SamlError("saml_signature", "The assertion isn't signed. Let the identity provider sign assertions.");
}

/** Requires that each signature is a child of one of these places, over the whole of it. Throws `SamlError`. */
export function requirePlainSignatures(all: readonly Element[], places: readonly Element[]): void {
  requireUniqueIds(all);
  const signatures = all.filter((element) => element.localName === "Signature");
  for (const signature of signatures) requirePlainSignature(signature, places);
}

/** A signed element is named by its ID, so an ID names one element, however its attribute is spelled. */
function requireUniqueIds(all: readonly Element[]): void {
  const seen = new Set<string>();
  for (const { attributes } of all) {
    for (const { localName, name, value } of Array.from(attributes)) {
      if ((localName ?? name).toLowerCase() !== "id") continue;
      if (seen.has(value)) throw wrong("Two elements have one ID.");
      seen.add(value);
    }
  }
}

function requirePlainSignature(signature: Element, places: readonly Element[]): void {
  const parent = places.find((place) => place === (signature.parentNode as Element | null));
  if (parent === undefined || signature.namespaceURI !== SIGNATURE) throw wrong("A signature is at a strange place.");
  if (childrenOf(parent, SIGNATURE, "Signature").length !== 1) throw wrong("An element has two signatures.");
  const below = elementsOf(signature);
  const named = (name: string) => below.filter(({ localName }) => localName === name);
  if (named("Object").length > 0) throw wrong("A signature holds more than a signature.");
  const [info, ...infos] = named("SignedInfo");
  const [reference, ...references] = named("Reference");
  if (!info || infos.length > 0 || !reference || references.length > 0)
    throw wrong("A signature has no one reference.");
  const id = parent.getAttribute("ID") ?? "";
  if (id === "" || reference.getAttribute("URI") !== `#${id}`) throw wrong("A signature is over something else.");
  requireAlgorithms(named);
}

function requireAlgorithms(named: (name: string) => Element[]): void {
  const algorithmsOf = (name: string) => named(name).map((element) => element.getAttribute("Algorithm") ?? "");
  const isOne = (name: string, allowed: ReadonlySet<string>) => {
    const found = algorithmsOf(name);
    return found.length === 1 && allowed.has(found[0] ?? "");
  };
  const transforms = algorithmsOf("Transform");
  const areTransformsRight =
    transforms.length > 0 && transforms.length <= 2 && transforms.every((each) => TRANSFORMS.includes(each));
  const isRight =
    isOne("SignatureMethod", SIGNATURES) &&
    isOne("DigestMethod", DIGESTS) &&
    isOne("CanonicalizationMethod", new Set([EXCLUSIVE])) &&
    areTransformsRight &&
    named("DigestValue").length === 1 &&
    named("SignatureValue").length === 1;
  if (isRight) return;
  const [method = "", digest = ""] = [algorithmsOf("SignatureMethod")[0], algorithmsOf("DigestMethod")[0]];
  const told = [method, digest].map((each) => each.split("#")[1] ?? "none").join(" with ");
  throw new SamlError("saml_algorithm", `The signature is ${told}. It must be RSA with SHA-256 or SHA-512.`);
}

function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespace;
}

function wrong(detail: string): SamlError {
  return new SamlError("saml_structure", detail);
}
