import { importPKCS8, SignJWT } from "jose";
import type { ProviderClient } from "@/lib/core/ports/identity-providers";

/** Apple takes up to six months; a secret that is made for one request needs no more than this. */
const LIFETIME_SECONDS = 300;

/** Returns the secret to send: Apple's is a JWT, signed by the client's private key for each request. */
export async function secretOf({ clientId, clientSecret, appleKey }: ProviderClient, issuer: string): Promise<string> {
  if (appleKey === null) return clientSecret;
  const key = await importPKCS8(clientSecret, "ES256");
  const signed = new SignJWT({}).setProtectedHeader({ alg: "ES256", kid: appleKey.keyId });
  const now = Math.floor(Date.now() / 1_000);
  signed.setIssuer(appleKey.teamId).setSubject(clientId).setAudience(issuer);
  return signed
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(key);
}
