import type { UserContext } from "../context";
import type { Flow } from "../flow/flow";
import { leadSignedInOn } from "../flow/lead-on";
import type { SignInResult } from "../result";
import type { UsableConnection } from "./find-connection";
import { addressesOf, oneShotOf } from "./outcome";
import type { SsoProfile } from "./profile";
import { requireProof } from "./require-proof";
import { signInByConnection } from "./sign-in-by-connection";

/**
 * Signs in the person whom the identity provider named, and leads the browser to the flow's target. By the ID
 * token of OpenID Connect they sign out there.
 */
export async function signInAndLeadOn(
  ctx: UserContext,
  connection: UsableConnection,
  flow: Flow,
  profile: SsoProfile,
  idToken: string | null = null,
): Promise<SignInResult<unknown>> {
  requireProof(flow, profile);
  const done = await signInByConnection(ctx, connection, profile, idToken);
  return leadSignedInOn(ctx, done, addressesOf(flow), oneShotOf(flow));
}
