import { hashSecretText, randomBase62 } from "@/lib/crypto/secret-text";
import { createId } from "@/lib/ids";
import type { AuthContext } from "../context";
import { addSeconds } from "./lifetime";
import { type Session, toWireSession } from "./resource";

const TOKEN_LENGTH = 43;

interface NewSession {
  userId: string;
  isRemembered: boolean;
  factors: string[];
  /** A second factor was given just now, not only earlier. */
  hasSecondFactor?: boolean;
}

/**
 * Makes a session for the user and gives the answer its cookie. The session the request came with is ended, so a
 * cookie planted before the sign-in is worth nothing after it; the user's oldest are ended above the project's cap.
 */
export async function issueSession(
  ctx: AuthContext,
  { userId, isRemembered, factors, hasSecondFactor = false }: NewSession,
): Promise<Session> {
  const { session: settings } = ctx.tenant.settings;
  const now = ctx.clock.now();
  const wanted = isRemembered ? settings.lifetimeSeconds : settings.unrememberedSeconds;
  const lifetimeSeconds = Math.min(wanted, settings.absoluteLifetimeSeconds);
  const token = randomBase62(TOKEN_LENGTH, ctx.random);
  const row = {
    id: createId("session", ctx.random),
    isRemembered,
    factors,
    authenticatedAt: now,
    secondFactorAt: hasSecondFactor ? now : null,
    ipAddress: ctx.clientAddress ?? "",
    userAgent: ctx.userAgent,
    createdAt: now,
    updatedAt: now,
    expiresAt: addSeconds(now, lifetimeSeconds),
  };
  if (ctx.sessionToken !== null) {
    const tokenHash = hashSecretText(ctx.sessionToken);
    await ctx.db.session.deleteMany({ where: { tokenHash, projectId: ctx.tenant.id } });
  }
  await ctx.db.session.create({
    data: { ...row, projectId: ctx.tenant.id, userId, tokenHash: hashSecretText(token) },
    select: { id: true },
  });
  await endOldest(ctx, userId, settings.perUser);
  ctx.reply.cookie = { token, maxAgeSeconds: isRemembered ? lifetimeSeconds : null };
  return toWireSession(row, userId);
}

async function endOldest(ctx: AuthContext, userId: string, keep: number): Promise<void> {
  await ctx.db.$executeRaw`
    delete from user_session where id in (
      select id from user_session where user_id = ${userId} order by created_at desc, id desc offset ${keep}
    )`;
}
