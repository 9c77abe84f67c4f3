import { randomBase62 } from "@/lib/core/crypto/secret-text";
import type { UserContext } from "../context";
import type { SessionUser } from "../session-user";
import { signClaims } from "./json-web-signature";
import { currentSigner } from "./signing-keys";

const TOKEN_ID_LENGTH = 22;

/** Returns the issuer of a project's tokens: each project is its own issuer. */
export function issuerOf(projectId: string, baseUrl: string): string {
  return `${baseUrl}/v1/projects/${projectId}`;
}

export async function issueToken(ctx: UserContext, session: { id: string; user: SessionUser }): Promise<string> {
  const { id: projectId, settings } = ctx.project;
  const signer = await currentSigner(ctx, ctx.project);
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1_000);
  const { user } = session;
  return signClaims(signer, {
    iss: issuerOf(projectId, ctx.baseUrl),
    aud: projectId,
    sub: user.id,
    sid: session.id,
    iat: issuedAt,
    exp: issuedAt + settings.token.lifetimeSeconds,
    jti: randomBase62(TOKEN_ID_LENGTH, ctx.random),
    email: user.email,
    email_verified: user.emailVerified,
  });
}
