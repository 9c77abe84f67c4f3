import { randomBase62 } from "@/lib/core/crypto/secret-text";
import type { UserContext } from "../../context";
import type { SsoProfile } from "../profile";

const ID_LENGTH = 22;

/** Remembers what the identity provider calls its own session, by which it may end ours. Returns the ID. */
export async function rememberSsoSession(
  ctx: UserContext,
  { connectionId, userId }: { connectionId: string; userId: string },
  { subject, nameIdFormat, sessionIndex }: SsoProfile,
): Promise<string> {
  const id = randomBase62(ID_LENGTH, ctx.random);
  await ctx.db.$executeRaw`
    insert into sso_session (id, project_id, connection_id, user_id, subject, name_id_format, session_index, created_at)
    values (${id}, ${ctx.project.id}, ${connectionId}, ${userId}, ${subject}, ${nameIdFormat}, ${sessionIndex},
      ${ctx.clock.now()})`;
  return id;
}
