import { randomBase62 } from "@/lib/core/crypto/secret-text";
import type { UserContext } from "../../context";
import type { SsoProfile } from "../profile";

const ID_LENGTH = 22;

/**
 * Remembers what the identity provider calls its own session, by which it may end ours, and how the person signed in
 * there. Returns the ID.
 */
export async function rememberSsoSession(
  ctx: UserContext,
  { connectionId, userId }: { connectionId: string; userId: string },
  { subject, nameIdFormat, sessionIndex, acr, amr }: SsoProfile,
): Promise<string> {
  const id = randomBase62(ID_LENGTH, ctx.random);
  const of = { projectId: ctx.project.id, connectionId, userId };
  const data = { id, ...of, subject, nameIdFormat, sessionIndex, acr, amr, createdAt: ctx.clock.now() };
  await ctx.db.ssoSession.create({ data, select: { id: true } });
  return id;
}
