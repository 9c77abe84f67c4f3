import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext } from "../../context";
import { recordSecurityEvent } from "../../events/record";

export const RevokeTrustedDeviceInput = z.object({
  id: z.string().meta({
    description: "As /list-trusted-devices names it.",
    example: "tdv_4k9x2m7q1w8e5r3t6y0u",
  }),
});
type RevokeTrustedDeviceInput = z.infer<typeof RevokeTrustedDeviceInput>;

/** Revokes the trust in one browser. Another user's browser and an unknown one get the same answer. */
export async function revokeTrustedDevice(
  ctx: SignedInContext,
  { id }: RevokeTrustedDeviceInput,
): Promise<{ status: true }> {
  const userId = ctx.session.user.id;
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.trustedDevice.deleteMany({ where: { id, userId, projectId: tx.project.id } });
    const kind = "trusted_device.revoke";
    if (count === 0) {
      await recordSecurityEvent(tx, { kind, outcome: "refused", userId, reason: "no_such_device" });
    } else {
      await recordSecurityEvent(tx, { kind, outcome: "accepted", userId, data: { deviceId: id } });
    }
  });
  return { status: true };
}
