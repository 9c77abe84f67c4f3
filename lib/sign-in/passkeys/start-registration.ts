import { generateRegistrationOptions, type PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { Name } from "@/lib/core/user-fields";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { startFlow } from "../flow/flow";
import { SignInResult } from "../result";
import { requireFreshSession } from "../sessions/require-fresh";
import { CEREMONY_SECONDS } from "./ceremony";
import { TIMEOUT_MILLISECONDS } from "./options";
import { ALGORITHMS } from "./public-key";
import { requireRelyingParty } from "./relying-party";

export const StartRegistrationQuery = z.object({
  name: Name.optional().meta({ description: "Shown by the browser instead of the address." }),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().meta({
    description: "`platform`: this device. `cross-platform`: a security key or another device.",
    example: "platform",
  }),
});
type StartRegistrationQuery = z.infer<typeof StartRegistrationQuery>;

/**
 * Starts to add a discoverable passkey and returns the browser's options. An authenticator that holds a passkey of the
 * user creates no other. Throws `PASSKEY_DISABLED`, `SESSION_NOT_FRESH`, `PASSKEY_LIMIT_REACHED`.
 */
export async function startPasskeyRegistration(
  ctx: SignedInContext,
  { name, authenticatorAttachment }: StartRegistrationQuery,
): Promise<SignInResult<PublicKeyCredentialCreationOptionsJSON>> {
  const { id: rpID, name: rpName } = requireRelyingParty(ctx);
  requireFreshSession(ctx);
  const { user } = ctx.session;
  const { perUser, userVerification } = ctx.project.settings.passkeys;
  const existing = await ctx.db.passkey.findMany({
    where: { userId: user.id, projectId: ctx.project.id },
    select: { credentialId: true, transports: true, rpId: true },
    orderBy: { createdAt: "asc" },
  });
  if (existing.length >= perUser) throw new SignInError("PASSKEY_LIMIT_REACHED");
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: name ?? user.email,
    userDisplayName: user.email,
    userID: new Uint8Array(Buffer.from(user.id)),
    timeout: TIMEOUT_MILLISECONDS,
    attestationType: "none",
    excludeCredentials: existing
      .filter(({ rpId }) => rpId === rpID)
      .map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: {
      residentKey: "required",
      userVerification,
      ...(authenticatorAttachment && { authenticatorAttachment }),
    },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const { cookie } = await startFlow(ctx, {
    kind: "passkey-registration",
    userId: user.id,
    data: { sessionId: ctx.session.id },
    secrets: { challenge: options.challenge },
    lifetimeSeconds: CEREMONY_SECONDS,
  });
  return new SignInResult(options, { cookies: [cookie] });
}
