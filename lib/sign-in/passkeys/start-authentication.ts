import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { UserContext } from "../context";
import { startFlow } from "../flow/flow";
import { SignInResult } from "../result";
import { CEREMONY_SECONDS } from "./ceremony";
import { TIMEOUT_MILLISECONDS } from "./options";
import { requireRelyingParty } from "./relying-party";

/**
 * Starts a sign-in with a passkey and returns the browser's options. Signed out, they name no passkey, so they reveal
 * no user; signed in, they name the user's own. Throws `PASSKEY_DISABLED`.
 */
export async function startPasskeyAuthentication(
  ctx: UserContext,
): Promise<SignInResult<PublicKeyCredentialRequestOptionsJSON>> {
  const { id: rpID } = requireRelyingParty(ctx);
  const own = await findOwnPasskeys(ctx, rpID);
  const isOwn = ctx.session !== null && own.length > 0;
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: TIMEOUT_MILLISECONDS,
    userVerification: ctx.project.settings.passkeys.userVerification,
    ...(isOwn && { allowCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })) }),
  });
  const { cookie } = await startFlow(ctx, {
    kind: "passkey-authentication",
    userId: isOwn && ctx.session !== null ? ctx.session.user.id : null,
    secrets: { challenge: options.challenge },
    lifetimeSeconds: CEREMONY_SECONDS,
  });
  return new SignInResult(options, { cookies: [cookie] });
}

async function findOwnPasskeys(ctx: UserContext, rpId: string) {
  if (ctx.session === null) return [];
  return ctx.db.passkey.findMany({
    where: { userId: ctx.session.user.id, projectId: ctx.project.id, rpId },
    select: { credentialId: true, transports: true },
    orderBy: { createdAt: "asc" },
  });
}
