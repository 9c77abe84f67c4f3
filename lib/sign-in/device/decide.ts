import type { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { refusalOf } from "../events/refusals";
import { type DeviceDecision, findDevice } from "./find";

type Decision = z.infer<typeof DeviceDecision>;

/** Lets the device that shows this code sign in as the user. Throws as `findDevice`, and `DEVICE_CODE_ALREADY_PROCESSED`. */
export function approveDevice(ctx: SignedInContext, { userCode }: Decision): Promise<{ success: true }> {
  return decide(ctx, userCode, "approved");
}

/** Refuses the device that shows this code. Throws as `approveDevice`. */
export function denyDevice(ctx: SignedInContext, { userCode }: Decision): Promise<{ success: true }> {
  return decide(ctx, userCode, "denied");
}

/** Only the first of several decisions counts. */
async function decide(ctx: SignedInContext, userCode: string, status: "approved" | "denied") {
  const kind = status === "approved" ? "device.approve" : "device.deny";
  const { user, id: sessionId } = ctx.session;
  const device = await findDevice(ctx, userCode).catch(async (error: unknown) => {
    if (error instanceof SignInError) {
      const refusal = refusalOf(error, ctx.clock.now());
      await recordSecurityEvent(ctx, { kind, outcome: "refused", userId: user.id, ...refusal });
    }
    throw error;
  });
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.deviceGrant.updateMany({
      where: { id: device.id, projectId: tx.project.id, status: "pending" },
      data: { status, userId: user.id, sessionId },
    });
    if (count === 0) throw new SignInError("DEVICE_CODE_ALREADY_PROCESSED");
    const data = { client: device.clientId, address: device.ipAddress };
    await recordSecurityEvent(tx, { kind, outcome: "accepted", userId: user.id, data });
  });
  return { success: true } as const;
}
