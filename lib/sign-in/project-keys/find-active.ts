import { hashSecretText } from "@/lib/core/crypto/secret-text";
import type { SignInContext } from "../context";
import type { FoundProjectKey } from "../projects/request-project";

/** Returns the key with this secret, or `null` for one that is unknown, expired or revoked. */
export async function findActiveProjectKey(ctx: SignInContext, secret: string): Promise<FoundProjectKey | null> {
  const key = await ctx.signIn.projectKeys.find(hashSecretText(secret));
  if (!key || key.revokedAt !== null) return null;
  return key.expiresAt !== null && key.expiresAt <= ctx.clock.now() ? null : key;
}
