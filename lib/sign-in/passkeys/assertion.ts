import { type VerifiedAuthenticationResponse, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { CeremonyRefusal } from "./ceremony";
import { requireClientData } from "./client-data";
import type { RelyingParty } from "./relying-party";
import type { AuthenticationResponse } from "./responses";

export type Assertion = VerifiedAuthenticationResponse["authenticationInfo"];

interface Expected {
  challenge: string;
  relyingParty: RelyingParty;
  isUserVerificationRequired: boolean;
  passkey: { userId: string; credentialId: string; publicKey: Uint8Array<ArrayBuffer>; deviceType: string };
  /** The user is known by the passkey alone, so the authenticator must name them too. */
  isDiscoverable: boolean;
}

/** Checks an authenticator's assertion (WebAuthn section 7.2), apart from its counter. Throws `CeremonyRefusal`. */
export async function verifyAssertion(response: AuthenticationResponse, expected: Expected): Promise<Assertion> {
  const { challenge, relyingParty, passkey, isDiscoverable } = expected;
  const { clientDataJSON, userHandle } = response.response;
  requireClientData(clientDataJSON, { type: "webauthn.get", challenge, origins: relyingParty.origins });
  const isNamed = userHandle !== undefined && userHandle !== null;
  const isOwner = isNamed && Buffer.from(userHandle, "base64url").equals(Buffer.from(passkey.userId));
  if (isNamed ? !isOwner : isDiscoverable) throw new CeremonyRefusal("wrong_user_handle");
  const info = await verify(response, expected);
  // A passkey's backup eligibility is fixed when it is created (WebAuthn section 6.1.3).
  if (info.credentialDeviceType !== passkey.deviceType) throw new CeremonyRefusal("backup_eligibility_changed");
  return info;
}

async function verify(response: AuthenticationResponse, expected: Expected): Promise<Assertion> {
  const { challenge, relyingParty, passkey, isUserVerificationRequired } = expected;
  const { userHandle, ...signed } = response.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: isUserVerificationRequired,
    // The counter is compared later: a forged signature must not look like a copied passkey.
    credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: 0 },
  }).catch((cause: unknown) => {
    throw new CeremonyRefusal("not_verified", {}, cause);
  });
  if (!verified) throw new CeremonyRefusal("wrong_signature");
  return authenticationInfo;
}
