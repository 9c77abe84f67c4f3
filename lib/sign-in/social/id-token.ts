import { z } from "zod";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { createId } from "@/lib/core/ids";
import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { isSocialFailure, type SocialErrorCode, SocialFailure } from "@/lib/core/ports/social-failure";
import { PROVIDER_KINDS } from "@/lib/core/provider-endpoints";
import { isKnownProvider } from "@/lib/sign-in/projects/providers/resource";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { findProviderClient } from "./provider-client";

const MAX_TOKEN_LENGTH = 16_384;

/** Further fields of better-auth, such as tokens to keep, are accepted and have no effect. */
export const IdToken = z
  .object({
    token: z.string().min(1).max(MAX_TOKEN_LENGTH).meta({ example: "eyJhbGciOi…" }),
    nonce: z.string().min(1).max(512).optional().meta({ description: "The nonce that the token must have." }),
    accessToken: z.string().min(1).max(MAX_TOKEN_LENGTH).optional().meta({
      description: "Asks the provider's user info endpoint for claims that the token does not hold.",
    }),
  })
  .meta({
    description:
      "An ID token that the app got from Google, Apple, Microsoft, konnos or an issuer of the project by itself. It works once.",
  });
export type IdToken = z.infer<typeof IdToken>;

interface HandedIn {
  provider: string;
  profile: ProviderProfile;
}

/** Used tokens are marked beside mailed proofs until they would have expired anyway. */
const USED_ID_TOKEN = "used-id-token";
/** The verifier allows clocks to differ by this much. */
const LEEWAY_MILLISECONDS = 60_000;

/**
 * Returns the person of an ID token. It is bound to no request of this browser, so it works once, within an hour of its
 * issue. Throws `PROVIDER_NOT_FOUND`, `ID_TOKEN_NOT_SUPPORTED`, `SocialFailure`.
 */
export async function redeemIdToken(ctx: UserContext, name: string, idToken: IdToken): Promise<HandedIn> {
  const found = await findProviderClient(ctx, name);
  if (!found) throw new SignInError("PROVIDER_NOT_FOUND");
  const { provider, client } = found;
  if (isKnownProvider(provider) && PROVIDER_KINDS[provider] !== "oidc") throw new SignInError("ID_TOKEN_NOT_SUPPORTED");
  const { token, nonce, accessToken } = idToken;
  const handed = { token, nonce, accessToken };
  const { profile, expiresAt } = await ctx.signIn.identityProviders.verifyIdToken(provider, client, handed);
  await spend(ctx, token, expiresAt);
  return { provider, profile };
}

/** Marks the token as used by its signed part, since one signature can be encoded in several ways. */
async function spend(ctx: UserContext, token: string, expiresAt: Date): Promise<void> {
  const signed = token.slice(0, token.lastIndexOf("."));
  const row = {
    id: createId("verification", ctx.random),
    projectId: ctx.project.id,
    purpose: USED_ID_TOKEN,
    email: "",
    tokenHash: hashSecretText(`${USED_ID_TOKEN}:${ctx.project.id}:${signed}`),
    createdAt: ctx.clock.now(),
    expiresAt: new Date(expiresAt.getTime() + LEEWAY_MILLISECONDS),
  };
  await ctx.db.verification.create({ data: row, select: { id: true } }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new SocialFailure("invalid_code", { reason: "id_token_used_before" });
    throw error;
  });
}

/** Records a refusal and returns the error that the caller sees; other errors are returned unchanged. */
export async function refuseIdToken(
  ctx: UserContext,
  kind: "session.sign_in" | "account.link",
  provider: string,
  error: unknown,
): Promise<unknown> {
  if (!isSocialFailure(error)) return error;
  const { code, reason, userId } = error;
  const data = { provider: provider.slice(0, 64), error: code };
  await recordSecurityEvent(ctx, { kind, outcome: "refused", userId, reason, data });
  const wire = WIRE_CODES[code];
  // The message carries the reason, since the API has one code for several.
  if (wire === undefined) return new SignInError("OAUTH_LINK_ERROR", { message: code });
  return new SignInError(wire);
}

const WIRE_CODES = {
  invalid_code: "INVALID_TOKEN",
  unable_to_get_user_info: "FAILED_TO_GET_USER_INFO",
  email_not_found: "USER_EMAIL_NOT_FOUND",
  email_not_verified: "EMAIL_NOT_VERIFIED",
  temporarily_unavailable: "SERVICE_UNAVAILABLE",
  oauth_provider_not_found: "PROVIDER_NOT_FOUND",
  account_already_linked_to_different_user: "SOCIAL_ACCOUNT_ALREADY_LINKED",
  unable_to_link_account: "UNAUTHORIZED",
} as const satisfies Partial<Record<SocialErrorCode, unknown>> as Partial<Record<SocialErrorCode, WireCode>>;
type WireCode = ConstructorParameters<typeof SignInError>[0];
