import type { SecretPlace } from "@/lib/core/crypto/seal";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import type { UserContext } from "../../context";
import type { SsoProfile } from "../profile";

const ID_LENGTH = 22;
/** It goes back in an address, and servers take 8 kB of one. */
const MAX_ID_TOKEN_LENGTH = 4_096;

/**
 * Remembers the identity provider's name for its own session, by which it may end ours, and how the person signed in
 * there. Returns the ID.
 */
export async function rememberSsoSession(
  ctx: UserContext,
  { connectionId, userId, idToken }: { connectionId: string; userId: string; idToken: string | null },
  { subject, nameIdFormat, sessionIndex, acr, amr }: SsoProfile,
): Promise<string> {
  const id = randomBase62(ID_LENGTH, ctx.random);
  const of = { projectId: ctx.project.id, connectionId, userId };
  const isShort = idToken !== null && idToken.length <= MAX_ID_TOKEN_LENGTH;
  const sealed = isShort ? ctx.sealer.seal(idToken, idTokenPlace(id)) : null;
  const data = {
    id,
    ...of,
    idToken: sealed,
    subject,
    nameIdFormat,
    sessionIndex,
    acr,
    amr,
    createdAt: ctx.clock.now(),
  };
  await ctx.db.ssoSession.create({ data, select: { id: true } });
  return id;
}

export function idTokenPlace(ssoSessionId: string): SecretPlace {
  return { table: "sso_session", column: "id_token", rowId: ssoSessionId };
}
