import type { SignInContext } from "@/lib/sign-in/context";
import type { SocketIdentity } from "./identify";
import { findEndedInspections } from "./inspection/identify";

interface Row {
  id: string;
}

/**
 * Returns which of the identities no longer hold: sessions that ended, banned users, revoked keys, in one statement, and
 * inspections, of which there are few.
 */
export async function findEnded(
  ctx: SignInContext,
  all: readonly SocketIdentity[],
): Promise<ReadonlySet<SocketIdentity>> {
  const inspections = await findEndedInspections(ctx, all);
  const identities = all.filter(({ inspection }) => inspection === null);
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
  const ended = identities.filter(({ keyId, user }) => !valid.has(keyId) || (user && !valid.has(user.sessionId)));
  return new Set([...ended, ...inspections]);
}
