import { hashSecretText, randomBase62 } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { addSeconds } from "../../../core/add-seconds";
import { type BrowserCookie, deletedCookie } from "../../browser-cookie";
import type { UserContext } from "../../context";
import { recordSecurityEvent } from "../../events/record";

const TOKEN_LENGTH = 43;
const DAY_SECONDS = 86_400;

/** Returns the hash of the token that this browser holds, for whichever user it was made. */
export function trustedDeviceHash(ctx: UserContext): Uint8Array<ArrayBuffer> | null {
  const token = ctx.cookie("device");
  return token === null ? null : hashSecretText(token);
}

/** Trusts this browser, whose second factor was just checked, and returns its cookie if the project trusts any. */
export async function trustDevice(ctx: UserContext, userId: string): Promise<BrowserCookie[]> {
  const { trustedDeviceDays } = ctx.project.settings.twoFactor;
  if (trustedDeviceDays === 0) return [];
  const now = ctx.clock.now();
  const id = createId("trustedDevice", ctx.random);
  const expiresAt = addSeconds(now, trustedDeviceDays * DAY_SECONDS);
  const token = randomBase62(TOKEN_LENGTH, ctx.random);
  const earlier = trustedDeviceHash(ctx);
  await withTransaction(ctx, async (tx) => {
    const projectId = tx.project.id;
    if (earlier) await tx.db.trustedDevice.deleteMany({ where: { tokenHash: earlier, projectId, userId } });
    const row = { id, projectId, userId, ...seenNow(tx), createdAt: now, expiresAt };
    await tx.db.trustedDevice.create({ data: { ...row, tokenHash: hashSecretText(token) }, select: { id: true } });
    await recordSecurityEvent(tx, { kind: "trusted_device.add", outcome: "accepted", userId, data: { deviceId: id } });
  });
  return [cookieOf(token, { now, expiresAt })];
}

/**
 * Accepts a browser that this user trusts and returns a cookie with a new token, so that a copy of the earlier one is
 * worthless after the next sign-in; the end stays. Returns `null` for every other browser.
 */
export async function acceptTrustedDevice(ctx: UserContext, userId: string): Promise<BrowserCookie | null> {
  const tokenHash = trustedDeviceHash(ctx);
  const { trustedDeviceDays } = ctx.project.settings.twoFactor;
  if (tokenHash === null || trustedDeviceDays === 0) return null;
  const now = ctx.clock.now();
  const since = addSeconds(now, -trustedDeviceDays * DAY_SECONDS);
  const token = randomBase62(TOKEN_LENGTH, ctx.random);
  const [device] = await ctx.db.trustedDevice.updateManyAndReturn({
    where: { tokenHash, projectId: ctx.project.id, userId, expiresAt: { gt: now }, createdAt: { gt: since } },
    data: { ...seenNow(ctx), tokenHash: hashSecretText(token) },
    select: { expiresAt: true },
  });
  return device ? cookieOf(token, { now, ...device }) : null;
}

/** Revokes the trust in all browsers of the user. Returns the cookies that delete this browser's own. */
export async function revokeTrustedDevices(ctx: UserContext, userId: string): Promise<BrowserCookie[]> {
  const { count } = await ctx.db.trustedDevice.deleteMany({ where: { userId, projectId: ctx.project.id } });
  if (count > 0) {
    const data = { devices: count };
    await recordSecurityEvent(ctx, { kind: "trusted_device.revoke", outcome: "accepted", userId, data });
  }
  return ctx.cookie("device") === null ? [] : [deletedCookie("device")];
}

/** The cookie is counted from the same moment as its row. */
function cookieOf(token: string, { now, expiresAt }: { now: Date; expiresAt: Date }): BrowserCookie {
  const maxAgeSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
  return { kind: "device", value: token, maxAgeSeconds };
}

function seenNow(ctx: UserContext) {
  return { lastUsedAt: ctx.clock.now(), ipAddress: ctx.clientAddress ?? "", userAgent: ctx.userAgent };
}
