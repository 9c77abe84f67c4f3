import { z } from "zod";
import type { UserContext } from "../context";
import { SignInResult } from "../result";
import { customClaims } from "../tokens/claims";
import { issueToken } from "../tokens/issue";
import { toUser, type User } from "../users/resource";
import { type Session, toOwnSession } from "./resource";

export const GetSessionQuery = z.object({
  disableRefresh: z.string().optional().meta({ description: "Any value means yes." }),
});

interface SessionWithUser {
  session: Session;
  user: User;
}

export async function getSession(ctx: UserContext): Promise<SignInResult<SessionWithUser | null>> {
  const { session } = ctx;
  if (session === null) return new SignInResult(null);
  const headers: Record<string, string> = {};
  const { settings, status } = ctx.project;
  // A refusal at /token, of too large a token or in a suspended project, leaves the session readable.
  const mayHaveToken = status === "active" && customClaims(settings, session.user) !== null;
  const hasToken = settings.token.inSessionHeader && mayHaveToken;
  if (hasToken) headers["set-auth-jwt"] = await issueToken(ctx, session);
  return new SignInResult({ session: toOwnSession(session), user: toUser(session.user) }, { headers });
}
