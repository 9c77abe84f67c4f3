import { z } from "zod";
import type { UserContext } from "../context";
import { SignInResult } from "../result";
import { customClaims } from "../tokens/custom-claims";
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
  const { settings } = ctx.project;
  // Too large a token is refused at /token, while the session stays readable.
  const hasToken = settings.token.inSessionHeader && customClaims(settings, session.user) !== null;
  if (hasToken) headers["set-auth-jwt"] = await issueToken(ctx, session);
  return new SignInResult({ session: toOwnSession(session), user: toUser(session.user) }, { headers });
}
