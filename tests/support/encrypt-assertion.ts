import { X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import { type EncryptOptions, encrypt } from "xml-encryption";
import { toPem } from "@/lib/infra/saml/pem";

interface Encryption {
  content?: EncryptOptions["encryptionAlgorithm"];
  key?: EncryptOptions["keyEncryptionAlgorithm"];
}

const GCM = "http://www.w3.org/2009/xmlenc11#aes256-gcm" as const;
export const CBC = "http://www.w3.org/2001/04/xmlenc#aes256-cbc" as const;
const OAEP = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p" as const;
export const PKCS = "http://www.w3.org/2001/04/xmlenc#rsa-1_5" as const;

/** An assertion as an identity provider encrypts it for this certificate (DER in base64). */
export async function encryptAssertion(
  assertion: string,
  certificate: string,
  { content = GCM, key = OAEP }: Encryption = {},
): Promise<string> {
  const pem = toPem(certificate);
  // The types lack the digest.
  const options: EncryptOptions & { keyEncryptionDigest: string } = {
    rsa_pub: new X509Certificate(pem).publicKey.export({ type: "spki", format: "pem" }),
    pem,
    encryptionAlgorithm: content,
    keyEncryptionAlgorithm: key,
    keyEncryptionDigest: "sha1",
    disallowEncryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  };
  const encrypted = await promisify(encrypt)(assertion, options);
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${encrypted}</saml:EncryptedAssertion>`;
}
