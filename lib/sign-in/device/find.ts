import { z } from "zod";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { countUserCode } from "../flow/limits";
import { readUserCode, userCodeMacs } from "./codes";
import { requireDeviceCodes } from "./request";

const UserCode = z.string().max(64).meta({ description: "As the device shows it.", example: "WDJB-MJHT" });

export const DeviceQuery = z.object({ user_code: UserCode });
export const DeviceDecision = z.object({ userCode: UserCode });

export const DeviceRequest = z
  .object({
    user_code: z.string().meta({ example: "WDJB-MJHT" }),
    status: z.enum(["pending", "approved", "denied"]),
    client_id: z.string().optional().meta({ description: "For a signed-in user alone.", example: "acme-cli" }),
    scope: z.string().optional(),
  })
  .meta({ id: "DeviceRequest" });

/** A request of a device that can still be answered, or has been. */
export interface FoundDevice {
  id: string;
  userCode: string;
  clientId: string;
  scope: string;
  status: "pending" | "approved" | "denied";
  /** The user who has answered it. */
  decidedBy: string | null;
  ipAddress: string;
  userAgent: string;
}

/**
 * Returns the device that shows this code. Tries of a signed-in user are counted, right or wrong. Throws
 * `DEVICE_CODE_DISABLED`, `INVALID_USER_CODE`, `EXPIRED_TOKEN` or `TOO_MANY_REQUESTS`.
 */
export async function findDevice(ctx: UserContext, typed: string): Promise<FoundDevice> {
  requireDeviceCodes(ctx);
  if (ctx.session !== null) await countUserCode(ctx, ctx.session.user.id);
  const userCode = readUserCode(typed);
  if (userCode === null) throw new SignInError("INVALID_USER_CODE");
  const row = await ctx.db.deviceGrant.findFirst({
    where: { projectId: ctx.project.id, userCodeMac: { in: userCodeMacs(ctx, userCode) } },
  });
  if (!row) throw new SignInError("INVALID_USER_CODE");
  if (row.expiresAt <= ctx.clock.now()) throw new SignInError("EXPIRED_TOKEN");
  const { id, clientId, scope, ipAddress, userAgent, userId: decidedBy } = row;
  const status = row.status as FoundDevice["status"];
  return { id, userCode, clientId, scope, status, decidedBy, ipAddress, userAgent };
}

/** Shows the purpose of a code: to anybody whether it has been answered, to a signed-in user who asks. */
export async function showDevice(
  ctx: UserContext,
  query: z.infer<typeof DeviceQuery>,
): Promise<z.infer<typeof DeviceRequest>> {
  const { status, clientId, scope } = await findDevice(ctx, query.user_code);
  const shown = { user_code: query.user_code, status };
  return ctx.session === null ? shown : { ...shown, client_id: clientId, scope };
}
