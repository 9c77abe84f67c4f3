import { hashSecretText, randomBase62 } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import type { AuthContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { readCookie, transactionCookie, transactionCookieName } from "../sessions/cookie";
import { addSeconds } from "../sessions/lifetime";

const TOKEN_LENGTH = 43;
const DAY_SECONDS = 86_400;

/** Names the cookie of a browser that was trusted after a second factor. */
export function trustedDeviceCookieName(ctx: AuthContext): string {
  return transactionCookieName("device", ctx.tenant.id, ctx.baseUrl);
}

/** The hash of the token this browser holds, whoever it was made for. */
export function trustedDeviceHash(ctx: AuthContext): Uint8Array<ArrayBuffer> | null {
  const token = readCookie(ctx.cookieHeader, trustedDeviceCookieName(ctx));
  return token === null ? null : hashSecretText(token);
}

/**
 * Trusts this browser with the user's second factor for as long as the project says, counted from now; the caller has
 * just seen that factor. Where the project trusts none, nothing happens.
 */
export async function trustDevice(ctx: AuthContext, userId: string): Promise<void> {
  const { trustedDeviceDays } = ctx.tenant.settings.twoFactor;
  if (trustedDeviceDays === 0) return;
  const now = ctx.clock.now();
  const id = createId("trustedDevice", ctx.random);
  const expiresAt = addSeconds(now, trustedDeviceDays * DAY_SECONDS);
  const token = randomBase62(TOKEN_LENGTH, ctx.random);
  const earlier = trustedDeviceHash(ctx);
  await withTransaction(ctx, async (tx) => {
    const projectId = tx.tenant.id;
    if (earlier) await tx.db.trustedDevice.deleteMany({ where: { tokenHash: earlier, projectId, userId } });
    const row = { id, projectId, userId, ...seenNow(tx), createdAt: now, expiresAt };
    await tx.db.trustedDevice.create({ data: { ...row, tokenHash: hashSecretText(token) }, select: { id: true } });
    await recordSecurityEvent(tx, { kind: "trusted_device.add", outcome: "accepted", userId, data: { deviceId: id } });
  });
  sendToken(ctx, token, expiresAt);
}

/**
 * Whether this browser was trusted by this user and still is. Its use is noted and its token renewed, so that a copy of
 * the cookie is worth nothing after the next sign-in; the end stays where it was.
 */
export async function acceptTrustedDevice(ctx: AuthContext, userId: string): Promise<boolean> {
  const tokenHash = trustedDeviceHash(ctx);
  const { trustedDeviceDays } = ctx.tenant.settings.twoFactor;
  if (tokenHash === null || trustedDeviceDays === 0) return false;
  const now = ctx.clock.now();
  const since = addSeconds(now, -trustedDeviceDays * DAY_SECONDS);
  const token = randomBase62(TOKEN_LENGTH, ctx.random);
  const [device] = await ctx.db.trustedDevice.updateManyAndReturn({
    where: { tokenHash, projectId: ctx.tenant.id, userId, expiresAt: { gt: now }, createdAt: { gt: since } },
    data: { ...seenNow(ctx), tokenHash: hashSecretText(token) },
    select: { expiresAt: true },
  });
  if (!device) return false;
  sendToken(ctx, token, device.expiresAt);
  return true;
}

/** Trusts no browser of the user any more; this one forgets its token. Answers how many there were. */
export async function revokeTrustedDevices(ctx: AuthContext, userId: string): Promise<number> {
  const { count } = await ctx.db.trustedDevice.deleteMany({ where: { userId, projectId: ctx.tenant.id } });
  forgetTrustedDevice(ctx);
  if (count > 0) {
    const data = { devices: count };
    await recordSecurityEvent(ctx, { kind: "trusted_device.revoke", outcome: "accepted", userId, data });
  }
  return count;
}

/** Deletes this browser's cookie, if it has one. */
export function forgetTrustedDevice(ctx: AuthContext): void {
  if (readCookie(ctx.cookieHeader, trustedDeviceCookieName(ctx)) === null) return;
  ctx.reply.setCookies.push(transactionCookie(trustedDeviceCookieName(ctx), "", 0, ctx.baseUrl));
}

function sendToken(ctx: AuthContext, token: string, expiresAt: Date): void {
  const seconds = Math.floor((expiresAt.getTime() - ctx.clock.now().getTime()) / 1_000);
  ctx.reply.setCookies.push(transactionCookie(trustedDeviceCookieName(ctx), token, seconds, ctx.baseUrl));
}

function seenNow(ctx: AuthContext) {
  return { lastUsedAt: ctx.clock.now(), ipAddress: ctx.clientAddress ?? "", userAgent: ctx.userAgent };
}
