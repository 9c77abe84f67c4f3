import { decryptXml, getVerifiedXml } from "@node-saml/node-saml/lib/xml.js";
import { SamlError } from "@/lib/core/ports/saml";
import { ASSERTION, ENCRYPTION, SIGNATURE } from "./names";
import { toPem } from "./pem";
import { childrenOf, elementsOf, parsePlainXml, textOf } from "./plain-xml";
import { requirePlainSignatures } from "./structure";

const AUTHENTICATED: ReadonlySet<string> = new Set([
  "http://www.w3.org/2009/xmlenc11#aes128-gcm",
  "http://www.w3.org/2009/xmlenc11#aes256-gcm",
]);
const CHAINED: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
  "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
]);
const OAEP = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p";
const SHA_1 = "http://www.w3.org/2000/09/xmldsig#sha1";
/** A nonce and a tag of GCM. */
const SMALLEST_CONTENT_BYTES = 28;

interface Encrypted {
  xml: string;
  certificates: readonly string[];
  /** Any of them may be the key it was encrypted for. */
  privateKeys: readonly string[];
}

/**
 * Decrypts the one assertion of a response and returns its text, of which nothing is verified yet. AES-CBC can be
 * changed by anyone who has seen it, and a decryption tells them by how it fails: it is taken in a signed response
 * alone, whose signature is verified first. PKCS #1 v1.5 is never taken (XML Encryption 1.1, section 6.1). Throws
 * `SamlError`.
 */
export async function decryptAssertion({ xml, certificates, privateKeys }: Encrypted): Promise<string> {
  const response = signedOr(xml, certificates);
  const all = elementsOf(response.element);
  const [encrypted, ...others] = childrenOf(response.element, ASSERTION, "EncryptedAssertion");
  const isOne = all.filter(({ localName }) => localName === "EncryptedAssertion").length === 1;
  if (encrypted === undefined || others.length > 0 || !isOne) throw wrong("The response must hold one assertion.");
  const data = only(encrypted, ENCRYPTION, "EncryptedData");
  requirePlainEncryption(data, response.isSigned);
  for (const privateKey of privateKeys) {
    try {
      return await decryptXml(data.toString(), privateKey);
    } catch {
      // The next one may be the right one.
    }
  }
  throw new SamlError(
    "saml_decryption",
    "The assertion can't be decrypted. It must be encrypted for the certificate of the connection's metadata.",
  );
}

/** Returns the response as it was signed, or as it came where nobody signed it. */
function signedOr(xml: string, certificates: readonly string[]): { element: Element; isSigned: boolean } {
  const root = parsePlainXml(xml).documentElement as Element;
  requirePlainSignatures(elementsOf(root), [root]);
  if (childrenOf(root, SIGNATURE, "Signature").length === 0) return { element: root, isSigned: false };
  const signed = verifiedXml(xml, root, certificates);
  return { element: parsePlainXml(signed).documentElement as Element, isSigned: true };
}

/** Returns an element exactly as it was signed by one of these certificates. Throws `SamlError`. */
export function verifiedXml(xml: string, element: Element, certificates: readonly string[]): string {
  try {
    const signed = getVerifiedXml(xml, element, certificates.map(toPem));
    if (signed !== null) return signed;
  } catch {
    // The library's messages may quote the document, so none is passed on.
  }
  const detail = "The signature isn't by a certificate of this connection, or the document was changed after it.";
  throw new SamlError("saml_signature", detail);
}

/** The library finds elements by their names anywhere, so each is in its place and there once. */
function requirePlainEncryption(data: Element, isSigned: boolean): void {
  const info = only(data, SIGNATURE, "KeyInfo");
  const key = only(info, ENCRYPTION, "EncryptedKey");
  const names = ["EncryptedData", "EncryptedKey", "CipherReference", "RetrievalMethod", "CipherValue"] as const;
  const counts = names.map((name) => elementsOf(data).filter(({ localName }) => localName === name).length);
  if (counts.join() !== "1,1,0,0,2") throw wrong("The encrypted assertion has a wrong shape.");
  const order = Array.from(data.childNodes).map((node) => (node as Element).localName);
  if (order.indexOf("KeyInfo") > order.indexOf("CipherData")) throw wrong("The key must come before the assertion.");
  requireKeyAlgorithm(key);
  const algorithm = only(data, ENCRYPTION, "EncryptionMethod").getAttribute("Algorithm") ?? "";
  if (CHAINED.has(algorithm) && !isSigned) {
    const detail =
      "An assertion in AES-CBC must be in a signed response (Entra ID: Signing Option, Sign SAML response and assertion), or be encrypted by AES-GCM.";
    throw new SamlError("saml_algorithm", detail);
  }
  if (!CHAINED.has(algorithm) && !AUTHENTICATED.has(algorithm)) {
    throw new SamlError("saml_algorithm", "The assertion must be encrypted by AES-GCM or AES-CBC.");
  }
  const content = textOf(only(only(data, ENCRYPTION, "CipherData"), ENCRYPTION, "CipherValue"));
  if (Buffer.from(content, "base64").length <= SMALLEST_CONTENT_BYTES) throw wrong("The assertion is empty.");
}

function requireKeyAlgorithm(key: Element): void {
  const method = only(key, ENCRYPTION, "EncryptionMethod");
  const [digest, ...digests] = childrenOf(method, SIGNATURE, "DigestMethod");
  const isDigest = digest === undefined || (digests.length === 0 && digest.getAttribute("Algorithm") === SHA_1);
  if (method.getAttribute("Algorithm") === OAEP && isDigest) return;
  throw new SamlError("saml_algorithm", "The key must be encrypted by RSA-OAEP (rsa-oaep-mgf1p) with SHA-1.");
}

function only(parent: Element, namespace: string, name: string): Element {
  const [child, ...others] = childrenOf(parent, namespace, name);
  if (child && others.length === 0) return child;
  throw wrong(`${parent.localName} must have one ${name}.`);
}

function wrong(detail: string): SamlError {
  return new SamlError("saml_structure", detail);
}
