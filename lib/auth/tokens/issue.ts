import { SignJWT } from "jose";
import { randomBase62 } from "@/lib/crypto/secret-text";
import type { AuthContext } from "../context";
import type { ActiveSession } from "../sessions/session-lookup";
import { currentSigningKey } from "./signing-keys";

const TOKEN_ID_LENGTH = 22;

/** Who a project's tokens are from: each project is an issuer of its own. */
export function issuerOf(projectId: string, baseUrl: string): string {
  return `${baseUrl}/v1/projects/${projectId}`;
}

/** A signed token for the session's user, which the project's published keys verify. */
export async function issueToken(ctx: AuthContext, session: ActiveSession): Promise<string> {
  const { id: projectId, settings } = ctx.tenant;
  const { id: kid, algorithm, key } = await currentSigningKey(ctx, projectId, settings.token.algorithm);
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1_000);
  const { user } = session;
  return new SignJWT({ sid: session.id, email: user.email, email_verified: user.emailVerified })
    .setProtectedHeader({ alg: algorithm, kid, typ: "JWT" })
    .setIssuer(issuerOf(projectId, ctx.baseUrl))
    .setAudience(projectId)
    .setSubject(user.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + settings.token.lifetimeSeconds)
    .setJti(randomBase62(TOKEN_ID_LENGTH, ctx.random))
    .sign(key);
}
