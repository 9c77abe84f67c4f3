import { hashSecretText } from "@/lib/crypto/secret-text";
import type { AuthContext } from "../context";
import { readCookie, transactionCookieName } from "../sessions/cookie";

/** Names the cookie of a browser that was trusted after a second factor. */
export function trustedDeviceCookieName(ctx: AuthContext): string {
  return transactionCookieName("device", ctx.tenant.id, ctx.baseUrl);
}

/** Whether this browser was trusted by this user and still is; its use is noted. */
export async function acceptTrustedDevice(ctx: AuthContext, userId: string): Promise<boolean> {
  const token = readCookie(ctx.cookieHeader, trustedDeviceCookieName(ctx));
  if (token === null || ctx.tenant.settings.twoFactor.trustedDeviceDays === 0) return false;
  const now = ctx.clock.now();
  const { count } = await ctx.db.trustedDevice.updateMany({
    where: { tokenHash: hashSecretText(token), projectId: ctx.tenant.id, userId, expiresAt: { gt: now } },
    data: { lastUsedAt: now, ipAddress: ctx.clientAddress ?? "", userAgent: ctx.userAgent },
  });
  return count === 1;
}
