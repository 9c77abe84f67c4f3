import { createPrivateKey, type JsonWebKey, type KeyObject, type SignKeyObjectInput, sign } from "node:crypto";
import { promisify } from "node:util";
import type { Signer, SigningAlgorithm } from "../projects/request-project";

export function createSigner({
  kid,
  algorithm,
  jwk,
}: {
  kid: string;
  algorithm: SigningAlgorithm;
  jwk: JsonWebKey;
}): Signer {
  const header = toBase64Url(JSON.stringify({ alg: algorithm, kid, typ: "JWT" }));
  return { algorithm, header, key: createPrivateKey({ key: jwk, format: "jwk" }) };
}

/**
 * Returns the claims as a JSON Web Token in compact serialization (RFC 7515 section 7.1). Web Crypto's thread costs
 * more than a signature on a curve, while RSA takes ten times as long.
 */
export async function signClaims({ algorithm, header, key }: Signer, claims: object): Promise<string> {
  const input = `${header}.${toBase64Url(JSON.stringify(claims))}`;
  const signature = await signatures[algorithm](Buffer.from(input), key);
  return `${input}.${signature.toString("base64url")}`;
}

const signOnThread = promisify<string, Buffer, KeyObject | SignKeyObjectInput, Buffer>(sign);

/** RFC 7518 sections 3.3 and 3.4, RFC 8037 section 3.1. */
const signatures: Record<SigningAlgorithm, (input: Buffer, key: KeyObject) => Buffer | Promise<Buffer>> = {
  EdDSA: (input, key) => sign(null, input, key),
  ES256: (input, key) => sign("sha256", input, { key, dsaEncoding: "ieee-p1363" }),
  RS256: (input, key) => signOnThread("sha256", input, key),
};

function toBase64Url(text: string): string {
  return Buffer.from(text).toString("base64url");
}
