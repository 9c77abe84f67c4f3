// The library needs the polyfill before it.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { X509CertificateGenerator } from "@peculiar/x509";
import type { SamlKey } from "@/lib/core/ports/saml";

const RSA = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2_048,
};
/** Identity providers compare certificates and rarely look at their end; a replaced one is work for two companies. */
const LIFETIME_MILLISECONDS = 10 * 365 * 86_400_000;

/** Makes a key pair with a certificate that it signs itself, as service providers have. */
export async function makeKey(commonName: string, now: Date): Promise<SamlKey> {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ["sign", "verify"]);
  const serialNumber = Buffer.from(webcrypto.getRandomValues(new Uint8Array(16))).toString("hex");
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: `0${serialNumber.slice(1)}`,
      name: `CN=${commonName}`,
      notBefore: new Date(now.getTime() - 86_400_000),
      notAfter: new Date(now.getTime() + LIFETIME_MILLISECONDS),
      signingAlgorithm: RSA,
      keys: keys as CryptoKeyPair,
    },
    webcrypto as Crypto,
  );
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  const lines = der.match(/.{1,64}/g) ?? [];
  return {
    privateKey: ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----"].join("\n"),
    certificate: Buffer.from(certificate.rawData).toString("base64"),
  };
}
