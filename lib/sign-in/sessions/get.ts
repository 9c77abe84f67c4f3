import { z } from "zod";
import type { AuthContext } from "../context";
import { issueToken } from "../tokens/issue";
import { toUser, type User } from "../users/resource";
import { type Session, toWireSession } from "./resource";

export const GetSessionQuery = z.object({
  disableRefresh: z.string().optional().meta({ description: "Any value means yes." }),
});

/** The session of the request's cookie with its user, or `null`, which is no error: nobody is signed in. */
export async function getSession(ctx: AuthContext): Promise<{ session: Session; user: User } | null> {
  ctx.reply.headers.set("Pragma", "no-cache");
  const { session } = ctx;
  if (session === null) return null;
  if (ctx.tenant.settings.token.inSessionHeader) ctx.reply.headers.set("set-auth-jwt", await issueToken(ctx, session));
  return { session: toWireSession(session, session.user.id), user: toUser(session.user) };
}
