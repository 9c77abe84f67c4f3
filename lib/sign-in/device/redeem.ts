import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { SignInResult } from "../result";
import { signToken } from "../sessions/bearer-token";
import { issueSession } from "../sessions/issue";
import { findUserById } from "../users/find";
import { deviceCodeHash } from "./codes";
import { ClientId, requireDeviceCodes } from "./request";

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const FACTOR = "device-code";
/** RFC 8628 section 3.5: a poll too soon makes the interval this much longer. */
const SLOWER_BY_SECONDS = 5;

export const DeviceTokenInput = z.object({
  grant_type: z.literal(DEVICE_GRANT),
  device_code: z.string().max(128).meta({ example: "q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5dGaHiKoLmB3t" }),
  client_id: ClientId,
});
type DeviceTokenInput = z.infer<typeof DeviceTokenInput>;

export const DeviceTokenGiven = z
  .object({
    access_token: z
      .string()
      .meta({ description: "The session's token, for Authorization.", example: "q3Jv0b7m….m1.k1.…" }),
    token_type: z.literal("Bearer"),
    expires_in: z.int().meta({ example: 604_800 }),
    scope: z.string(),
  })
  .meta({ id: "DeviceTokenGiven" });
type DeviceTokenGiven = z.infer<typeof DeviceTokenGiven>;

interface Poll {
  id: string;
  status: string;
  scope: string;
  clientId: string;
  userId: string | null;
  sessionId: string | null;
  expiresAt: Date;
  isTooSoon: boolean;
}

/**
 * Answers a poll: once, with a session of the device's own, when its user has approved it. The session inherits the
 * proofs and the absolute end of the approving session. Throws `INVALID_GRANT`, `AUTHORIZATION_PENDING`, `SLOW_DOWN`,
 * `EXPIRED_TOKEN` or `ACCESS_DENIED` (RFC 8628 section 3.5).
 */
export async function redeemDeviceCode(
  ctx: UserContext,
  input: DeviceTokenInput,
): Promise<SignInResult<DeviceTokenGiven>> {
  requireDeviceCodes(ctx);
  const poll = await countPoll(ctx, input);
  if (!poll) throw new SignInError("INVALID_GRANT");
  if (poll.expiresAt <= ctx.clock.now()) throw new SignInError("EXPIRED_TOKEN");
  if (poll.isTooSoon) throw new SignInError("SLOW_DOWN");
  if (poll.status === "pending") throw new SignInError("AUTHORIZATION_PENDING");
  const started = await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.deviceGrant.deleteMany({ where: { id: poll.id, projectId: tx.project.id } });
    if (count === 0) throw new SignInError("INVALID_GRANT");
    return poll.status === "approved" ? startSession(tx, poll) : null;
  });
  if (!started) throw new SignInError("ACCESS_DENIED");
  return started;
}

/** Returns `null` when the session that approved the device has ended since. */
async function startSession(tx: UserContext, poll: Poll): Promise<SignInResult<DeviceTokenGiven> | null> {
  const now = tx.clock.now();
  const origin = await tx.db.session.findFirst({
    where: { id: poll.sessionId ?? "", projectId: tx.project.id, expiresAt: { gt: now } },
    select: {
      ...{ factors: true, signedInAt: true, authenticatedAt: true, secondFactorAt: true },
      ...{ isUserVerified: true, ssoSessionId: true },
    },
  });
  const user = poll.userId === null ? null : await findUserById(tx, poll.userId);
  const entry = {
    kind: "session.sign_in",
    userId: poll.userId,
    data: { factor: FACTOR, client: poll.clientId },
  } as const;
  if (!origin || !user || user.bannedAt !== null) {
    await recordSecurityEvent(tx, { ...entry, outcome: "refused", reason: "approval_ended" });
    return null;
  }
  const { factors } = origin;
  const { session, cookie } = await issueSession(tx, { userId: user.id, isRemembered: true, factors, origin });
  await recordSecurityEvent(tx, { ...entry, outcome: "accepted" });
  const body = {
    access_token: signToken(tx, tx.project.id, cookie.value),
    token_type: "Bearer" as const,
    expires_in: Math.floor((Date.parse(session.expiresAt) - now.getTime()) / 1_000),
    scope: poll.scope,
  };
  return new SignInResult(body, { cookies: tx.isWithoutCookies ? [cookie] : [], headers: { Pragma: "no-cache" } });
}

/** Notes the poll, and lengthens the interval of a device that polls too soon. */
async function countPoll(ctx: UserContext, { device_code, client_id }: DeviceTokenInput): Promise<Poll | undefined> {
  const now = ctx.clock.now();
  const [row] = await ctx.db.$queryRaw<Poll[]>`
    with found as (
      select *, coalesce(last_polled_at + interval_seconds * interval '1 second' > ${now}, false) as too_soon
      from device_grant
      where device_code_hash = ${deviceCodeHash(device_code)} and project_id = ${ctx.project.id}
        and client_id = ${client_id}
      for update
    ), polled as (
      update device_grant g
      set last_polled_at = ${now},
          interval_seconds = g.interval_seconds + case when found.too_soon then ${SLOWER_BY_SECONDS}::int else 0 end
      from found where g.id = found.id and g.project_id = ${ctx.project.id}
    )
    select id, status, scope, client_id as "clientId", user_id as "userId", session_id as "sessionId",
           expires_at as "expiresAt", too_soon as "isTooSoon"
    from found`;
  return row;
}
