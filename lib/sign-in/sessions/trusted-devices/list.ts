import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { SignedInContext } from "../../context";
import { trustedDeviceHash } from "./trust";

export const TrustedDevice = z
  .object({
    id: z.string().meta({ example: "tdv_4k9x2m7q1w8e5r3t6y0u" }),
    isCurrent: z.boolean().meta({ description: "Whether it is the browser that asks." }),
    ipAddress: z.string().meta({ example: "192.0.2.1" }),
    userAgent: z.string().meta({ example: "Mozilla/5.0" }),
    createdAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
    lastUsedAt: z.iso.datetime().meta({ example: "2026-01-04T12:00:00.000Z" }),
    expiresAt: z.iso.datetime().meta({ example: "2026-01-31T12:00:00.000Z" }),
  })
  .meta({ id: "TrustedDevice" });

export const TrustedDeviceList = z.array(TrustedDevice);

export async function listTrustedDevices(ctx: SignedInContext): Promise<z.infer<typeof TrustedDeviceList>> {
  const own = trustedDeviceHash(ctx);
  const rows = await ctx.db.trustedDevice.findMany({
    where: { userId: ctx.session.user.id, projectId: ctx.project.id, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ lastUsedAt: "desc" }, { id: "asc" }],
  });
  return rows.map(({ id, tokenHash, ipAddress, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    isCurrent: own !== null && timingSafeEqual(own, tokenHash),
    ipAddress,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}
