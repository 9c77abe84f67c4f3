import { z } from "zod";
import { isSocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../../context";
import { SignInError } from "../../errors";
import { recordSecurityEvent } from "../../events/record";
import { SignInResult } from "../../result";
import { requireOidcConnection } from "../find-connection";
import { endSsoSessions } from "./end-sessions";
import { onward } from "./onward";

/** The form that an issuer's server sends (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
export const LogoutTokenForm = z.object({ logout_token: z.string().min(1).max(16_384) });
type LogoutInput = z.infer<typeof LogoutTokenForm> & { connectionId: string };

/** The query that an issuer gives back with the browser (OpenID Connect RP-Initiated Logout 1.0, section 3). */
export const PostLogoutQuery = z.object({ state: z.string().max(4_096).optional() });
type PostLogoutInput = z.infer<typeof PostLogoutQuery> & { connectionId: string };

/** Leads on a browser that has signed out at the issuer. Nothing changes: the session ended before it went there. */
export async function returnFromIssuer(ctx: UserContext, { state }: PostLogoutInput): Promise<SignInResult<null>> {
  return onward(ctx, state);
}

/** Ends the sessions that a logout token names. Throws `INVALID_TOKEN`. */
export async function acceptLogoutToken(ctx: UserContext, input: LogoutInput): Promise<SignInResult<null>> {
  const { connectionId, logout_token: token } = input;
  try {
    const { id, client } = await requireOidcConnection(ctx, connectionId);
    const told = await ctx.signIn.identityProviders.verifyLogoutToken(id, client, token, ctx.clock.now());
    const { subject, sessionId, issuedAt } = told;
    await endSsoSessions(ctx, connectionId, {
      subject,
      sessionIndexes: sessionId === null ? [] : [sessionId],
      issuedAt,
    });
    return new SignInResult(null, { text: "", headers: { "Content-Type": "text/plain" } });
  } catch (error) {
    if (!isSocialFailure(error)) throw error;
    const { reason, detail } = error;
    const data = { provider: connectionId.slice(0, 64), ...(detail !== null && { detail }) };
    await recordSecurityEvent(ctx, { kind: "session.sign_out", outcome: "refused", userId: null, reason, data });
    throw new SignInError("INVALID_TOKEN");
  }
}
