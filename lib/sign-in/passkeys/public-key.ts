import { createPublicKey, type JsonWebKey } from "node:crypto";
import { cose, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";
import { CeremonyRefusal } from "./ceremony";

/** Ed25519, ECDSA on P-256 and RSA with SHA-256 (RFC 9053 section 2, RFC 8812 section 2), the preferred first. */
export const ALGORITHMS = [cose.COSEALG.EdDSA, cose.COSEALG.ES256, cose.COSEALG.RS256];

const RSA_BITS = { least: 2_048, most: 8_192 };
const ED25519_BYTES = 32;
const P256_BYTES = 32;

/** Requires a sound key of an offered algorithm; the library checks one only at its use. Throws `CeremonyRefusal`. */
export function requireSoundKey(publicKey: Uint8Array<ArrayBuffer>): void {
  try {
    const { modulusLength, publicExponent } =
      createPublicKey({ key: toJwk(publicKey), format: "jwk" }).asymmetricKeyDetails ?? {};
    if (modulusLength === undefined) return;
    const isSound = modulusLength >= RSA_BITS.least && modulusLength <= RSA_BITS.most;
    if (!isSound || publicExponent === undefined || publicExponent < 3n) throw new Error("a weak RSA key");
  } catch (cause) {
    throw new CeremonyRefusal("unsound_key", {}, cause);
  }
}

function toJwk(publicKey: Uint8Array<ArrayBuffer>): JsonWebKey {
  const key = decodeCredentialPublicKey(publicKey);
  switch (key.get(cose.COSEKEYS.alg)) {
    case cose.COSEALG.EdDSA:
      if (!cose.isCOSEPublicKeyOKP(key) || key.get(cose.COSEKEYS.crv) !== cose.COSECRV.ED25519) break;
      return { kty: "OKP", crv: "Ed25519", x: coordinate(key.get(cose.COSEKEYS.x), ED25519_BYTES) };
    case cose.COSEALG.ES256: {
      if (!cose.isCOSEPublicKeyEC2(key) || key.get(cose.COSEKEYS.crv) !== cose.COSECRV.P256) break;
      const [x, y] = [key.get(cose.COSEKEYS.x), key.get(cose.COSEKEYS.y)];
      return { kty: "EC", crv: "P-256", x: coordinate(x, P256_BYTES), y: coordinate(y, P256_BYTES) };
    }
    case cose.COSEALG.RS256:
      if (!cose.isCOSEPublicKeyRSA(key)) break;
      return { kty: "RSA", n: encode(key.get(cose.COSEKEYS.n)), e: encode(key.get(cose.COSEKEYS.e)) };
  }
  throw new Error("the key is not of its algorithm");
}

function coordinate(value: unknown, bytes: number): string {
  if (!(value instanceof Uint8Array) || value.length !== bytes) throw new Error("a coordinate of the wrong length");
  return encode(value);
}

function encode(value: unknown): string {
  if (!(value instanceof Uint8Array)) throw new Error("a number that is no byte string");
  return Buffer.from(value).toString("base64url");
}
