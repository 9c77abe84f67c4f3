import type { SamlKey } from "@/lib/core/ports/saml";
import type { SignInContext } from "../../context";
import { privateKeyPlace } from "../saml/service-provider";

interface KeyWishes {
  signsRequests?: boolean | undefined;
  requiresEncryption?: boolean | undefined;
}

/** Makes the key that these wishes need where there is none yet. It takes a while, so it is made before a transaction. */
export async function makeKeyFor(
  ctx: SignInContext,
  { id, certificate }: { id: string; certificate: string | null },
  { signsRequests = false, requiresEncryption = false }: KeyWishes,
): Promise<SamlKey | null> {
  if (certificate !== null || !(signsRequests || requiresEncryption)) return null;
  return ctx.signIn.saml.makeKey(id, ctx.clock.now());
}

/** Returns the columns of a key that was made. A key that is there already stays. */
export function keyColumns(
  { sealer }: Pick<SignInContext, "sealer">,
  { id, certificate }: { id: string; certificate: string | null },
  key: SamlKey | null,
): { privateKey: string; certificate: string } | Record<string, never> {
  if (key === null || certificate !== null) return {};
  return { privateKey: sealer.seal(key.privateKey, privateKeyPlace(id)), certificate: key.certificate };
}
