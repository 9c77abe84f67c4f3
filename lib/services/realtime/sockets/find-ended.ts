import type { SignInContext } from "@/lib/sign-in/context";
import type { SocketIdentity } from "./identify";

interface Row {
  id: string;
}

/** Returns which of the identities no longer hold, in one statement: sessions that ended, banned users, revoked keys. */
export async function findEnded(
  ctx: SignInContext,
  identities: readonly SocketIdentity[],
): Promise<ReadonlySet<SocketIdentity>> {
  const now = ctx.clock.now();
  const sessionIds = [...new Set(identities.flatMap(({ user }) => user?.sessionId ?? []))];
  const keyIds = [...new Set(identities.map(({ keyId }) => keyId))];
  const rows = await ctx.db.$queryRaw<Row[]>`
    select session.id from user_session session join end_user on end_user.id = session.user_id
    where session.id = any (${sessionIds}::text[]) and session.expires_at > ${now}
      and (end_user.banned_at is null or end_user.banned_until <= ${now})
    union all
    select id from project_key
    where id = any (${keyIds}::text[]) and revoked_at is null and (expires_at is null or expires_at > ${now})`;
  const valid = new Set(rows.map(({ id }) => id));
  return new Set(
    identities.filter(({ keyId, user }) => !valid.has(keyId) || (user !== null && !valid.has(user.sessionId))),
  );
}
