import { hashSecretText, randomBase62 } from "@/lib/core/crypto/secret-text";
import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import type { ProjectSettings } from "@/lib/sign-in/projects/settings";
import { addSeconds } from "../../core/add-seconds";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { insertSecurityEvent, type SecurityEventEntry } from "../events/record";
import type { ActiveSession } from "../session-user";
import { toUser } from "../users/resource";
import type { SessionStartedReply } from "./replies";
import { type Session, toWireSession } from "./resource";

const TOKEN_LENGTH = 43;

interface NewSession {
  userId: string;
  isRemembered: boolean;
  factors: string[];
  /** Set when a second factor was given just now, not only earlier. */
  hasSecondFactor?: boolean;
  /** Set where the user signed in earlier: a session that comes of another one is no fresher and ends no later. */
  origin?: Pick<ActiveSession, "signedInAt" | "authenticatedAt" | "secondFactorAt" | "isUserVerified" | "ssoSessionId">;
  /** The event is written in the same statement as the session. */
  event?: SecurityEventEntry;
}

export interface IssuedSession {
  session: Session;
  /** The cookie holds the session's secret, of which the database keeps only the hash. */
  cookie: BrowserCookie;
}

/**
 * Creates a session and its cookie. The session that the request came with ends, so that a cookie planted before the
 * sign-in is worthless after it; above the project's limit, the user's oldest sessions end.
 */
export async function issueSession(
  ctx: UserContext,
  { userId, isRemembered, factors, hasSecondFactor = false, origin, event }: NewSession,
): Promise<IssuedSession> {
  const { session: settings } = ctx.project.settings;
  const now = ctx.clock.now();
  const signedInAt = origin?.signedInAt ?? now;
  const expiresAt = endOfSession({ isRemembered, signedInAt }, settings, now);
  const token = randomBase62(TOKEN_LENGTH, ctx.random);
  const row = {
    id: createId("session", ctx.random),
    isRemembered,
    factors,
    signedInAt,
    authenticatedAt: origin?.authenticatedAt ?? now,
    secondFactorAt: hasSecondFactor ? now : (origin?.secondFactorAt ?? null),
    isUserVerified: origin?.isUserVerified ?? false,
    ipAddress: ctx.clientAddress ?? "",
    userAgent: ctx.userAgent,
    createdAt: now,
    updatedAt: now,
    expiresAt,
    activeOrganisationId: null,
    ssoSessionId: origin?.ssoSessionId ?? null,
  };
  await insertSession(ctx, { ...row, userId, tokenHash: hashSecretText(token) }, event);
  const maxAgeSeconds = isRemembered ? Math.floor((expiresAt.getTime() - now.getTime()) / 1_000) : null;
  const cookie = { kind: "session", value: token, maxAgeSeconds } as const;
  return { session: toWireSession(row, userId), cookie };
}

/** Returns the reply to a sign-in. */
export function sessionStarted(session: Session, user: Parameters<typeof toUser>[0]): SessionStartedReply {
  return { token: session.token, user: toUser(user), sessionExpiresAt: session.expiresAt };
}

type SessionRow = Prisma.SessionUncheckedCreateInput & { factors: string[] };

/**
 * Inserts the session in one statement, to save round trips and flushes. It sees the sessions from before it. A session that replaces
 * another one of its user, by the same connection, stays of the same session there. The user's row is skipped while another transaction has it, so that no two wait for each other.
 */
async function insertSession(
  ctx: UserContext,
  row: Omit<SessionRow, "projectId">,
  event: SecurityEventEntry | undefined,
): Promise<void> {
  const projectId = ctx.project.id;
  const previous = ctx.sessionToken === null ? null : hashSecretText(ctx.sessionToken);
  const { ssoSessionId = null } = row;
  const others = ctx.project.settings.session.perUser - 1;
  await ctx.db.$executeRaw`
    with previous as (
      delete from user_session where token_hash = ${previous} and project_id = ${projectId}
    ), oldest as (
      delete from user_session where id in (
        select id from user_session where user_id = ${row.userId} and token_hash is distinct from ${previous}
        order by created_at desc, id desc offset ${others})
    ), seen as (
      update end_user set last_sign_in_at = ${row.signedInAt} where id in (
        select id from end_user
        where id = ${row.userId} and (last_sign_in_at is null or last_sign_in_at < ${row.signedInAt})
        for no key update skip locked)
    ), event as (${event ? insertSecurityEvent(ctx, event) : Prisma.sql`select`})
    insert into user_session
      (id, project_id, user_id, token_hash, is_remembered, factors, signed_in_at, authenticated_at, second_factor_at, is_user_verified, ip_address,
       user_agent, created_at, updated_at, expires_at, sso_session_id)
    values (${row.id}, ${projectId}, ${row.userId}, ${row.tokenHash}, ${row.isRemembered}, ${row.factors},
      ${row.signedInAt}, ${row.authenticatedAt}, ${row.secondFactorAt}, ${row.isUserVerified}, ${row.ipAddress}, ${row.userAgent}, ${row.createdAt},
      ${row.updatedAt}, ${row.expiresAt}, coalesce(${ssoSessionId}, (
        select replaced.sso_session_id from user_session replaced join sso_session s on s.id = replaced.sso_session_id
        where replaced.token_hash = ${previous} and s.user_id = ${row.userId} and s.connection_id = any (${row.factors}))))`;
}

type SessionSettings = ProjectSettings["session"];
type SignedIn = Pick<ActiveSession, "isRemembered" | "signedInAt">;

/** Returns the end that a session has from now on: it never passes the absolute one, counted from the sign-in. */
function endOfSession({ isRemembered, signedInAt }: SignedIn, settings: SessionSettings, now: Date): Date {
  const { lifetimeSeconds, unrememberedSeconds, absoluteLifetimeSeconds } = settings;
  const latest = addSeconds(signedInAt, absoluteLifetimeSeconds);
  // Use does not prolong a session that is not to be remembered.
  const wanted = isRemembered ? addSeconds(now, lifetimeSeconds) : addSeconds(signedInAt, unrememberedSeconds);
  return new Date(Math.min(wanted.getTime(), latest.getTime()));
}

/** Returns a session's new end, or `null` while none is due. */
export function prolongedEnd(session: ActiveSession, settings: SessionSettings, now: Date): Date | null {
  if (!session.isRemembered) return null;
  if (addSeconds(session.updatedAt, settings.refreshAfterSeconds) > now) return null;
  const end = endOfSession(session, settings, now);
  return end > session.expiresAt ? end : null;
}
