import { randomBase62 } from "@/lib/core/crypto/secret-text";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { suspendedHint } from "../pages/hints";
import type { ActiveOrganisation, SessionUser } from "../session-user";
import { type Authentication, authenticationClaims, organisationClaims, ssoClaims, userClaims } from "./claims";
import { signClaims } from "./json-web-signature";
import { currentSigner } from "./signing-keys";

const TOKEN_ID_LENGTH = 22;

/** Returns the issuer of a project's tokens: each project is its own issuer. */
export function issuerOf(projectId: string, baseUrl: string): string {
  return `${baseUrl}/v1/projects/${projectId}`;
}

interface TokenSession extends Authentication {
  id: string;
  user: SessionUser;
  activeOrganisation: ActiveOrganisation | null;
}

/** Signs a token of the facts at this moment. Throws `TOKEN_TOO_LARGE`, and `PROJECT_SUSPENDED` on any method. */
export async function issueToken(ctx: UserContext, session: TokenSession): Promise<string> {
  const { id: projectId, settings, status } = ctx.project;
  if (status !== "active") throw new SignInError("PROJECT_SUSPENDED", { hint: suspendedHint(ctx.project) });
  const claims = userClaims(settings, session.user);
  if (claims === null) throw new SignInError("TOKEN_TOO_LARGE");
  const signer = await currentSigner(ctx, ctx.project);
  ctx.signIn.issuedTokens.add(ctx.clock.now());
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1_000);
  return signClaims(signer, {
    ...claims,
    iss: issuerOf(projectId, ctx.baseUrl),
    aud: projectId,
    sid: session.id,
    iat: issuedAt,
    exp: issuedAt + settings.token.lifetimeSeconds,
    jti: randomBase62(TOKEN_ID_LENGTH, ctx.random),
    ...organisationClaims(session.activeOrganisation),
    ...ssoClaims(session.factors),
    ...authenticationClaims(session),
  });
}
