import { z } from "zod";
import type { UserContext } from "../context";
import { SignInResult } from "../result";
import { issueToken } from "../tokens/issue";
import { toUser, type User } from "../users/resource";
import { type Session, toWireSession } from "./resource";

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
  if (ctx.project.settings.token.inSessionHeader) headers["set-auth-jwt"] = await issueToken(ctx, session);
  return new SignInResult(
    { session: toWireSession(session, session.user.id), user: toUser(session.user) },
    { headers },
  );
}
