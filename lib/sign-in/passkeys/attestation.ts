import { type VerifiedRegistrationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import { CeremonyRefusal } from "./ceremony";
import { requireClientData } from "./client-data";
import { ALGORITHMS, requireSoundKey } from "./public-key";
import type { RelyingParty } from "./relying-party";
import type { RegistrationResponse } from "./responses";

export type NewCredential = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;

interface Expected {
  challenge: string;
  relyingParty: RelyingParty;
  isUserVerificationRequired: boolean;
}

const MAX_CREDENTIAL_ID_BYTES = 1_023;

/** Checks an authenticator's new credential (WebAuthn section 7.1). Throws `CeremonyRefusal`. */
export async function verifyAttestation(response: RegistrationResponse, expected: Expected): Promise<NewCredential> {
  const { challenge, relyingParty } = expected;
  const { clientDataJSON, attestationObject } = response.response;
  requireClientData(clientDataJSON, { type: "webauthn.create", challenge, origins: relyingParty.origins });
  requireKnownStatement(attestationObject);
  const info = await verify(response, expected);
  // The library takes the id from the signed data and does not compare it with the id that the browser named.
  if (info.credential.id !== response.id) throw new CeremonyRefusal("wrong_id");
  if (isoBase64URL.toBuffer(info.credential.id).length > MAX_CREDENTIAL_ID_BYTES) throw new CeremonyRefusal("wrong_id");
  requireSoundKey(info.credential.publicKey);
  return info;
}

/**
 * Refuses every attestation but none and self attestation, since none is asked for. Any other names certificates, and
 * the library would fetch revocation lists from addresses that the sender chooses.
 */
function requireKnownStatement(attestationObject: string): void {
  const bytes = isoBase64URL.toBuffer(attestationObject);
  const { format, hasCertificates, length } = readStatement(bytes);
  if (length !== bytes.length) throw new CeremonyRefusal("malformed");
  if (format !== "none" && (format !== "packed" || hasCertificates)) throw new CeremonyRefusal("attestation_format");
}

function readStatement(bytes: Uint8Array<ArrayBuffer>) {
  try {
    const decoded = decodeAttestationObject(bytes);
    const hasCertificates = decoded.get("attStmt").get("x5c") !== undefined;
    // CTAP2 has one encoding for a value, so trailing bytes show in the length.
    const { length } = isoCBOR.encode(decoded as unknown as Parameters<typeof isoCBOR.encode>[0]);
    return { format: decoded.get("fmt"), hasCertificates, length };
  } catch (cause) {
    throw new CeremonyRefusal("malformed", {}, cause);
  }
}

async function verify(response: RegistrationResponse, expected: Expected): Promise<NewCredential> {
  const { challenge, relyingParty, isUserVerificationRequired } = expected;
  const { transports = [], ...rest } = response.response;
  const verified = await verifyRegistrationResponse({
    response: { ...response, response: { ...rest, transports }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: isUserVerificationRequired,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw new CeremonyRefusal("not_verified", {}, cause);
  });
  if (!verified.verified) throw new CeremonyRefusal("wrong_signature");
  return verified.registrationInfo;
}
