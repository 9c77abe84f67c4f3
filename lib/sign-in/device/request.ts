import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { addSeconds } from "../../core/add-seconds";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { hostedPageAddress } from "../pages/address";
import { SignInResult } from "../result";
import { deviceCodeHash, newDeviceCode, newUserCode, userCodeMac } from "./codes";

const LIFETIME_SECONDS = 600;
const INTERVAL_SECONDS = 5;
/** A program's name for itself is shown to the person who approves it, so it must not read like a sentence. */
const CLIENT_ID = /^[\w.:/@-]{1,64}$/;

export const ClientId = z.string().meta({ description: "The program's name for itself.", example: "acme-cli" });

export const DeviceCodeInput = z.object({
  client_id: ClientId,
  scope: z.string().max(256).default("").meta({ description: "Given back with the token; it limits nothing." }),
});
type DeviceCodeInput = z.infer<typeof DeviceCodeInput>;

export const DeviceCodeGiven = z
  .object({
    device_code: z.string().meta({ example: "q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5dGaHiKoLmB3t" }),
    user_code: z.string().meta({ example: "WDJB-MJHT" }),
    verification_uri: z.url().meta({ example: "https://coppice.example/auth/p_4k9x2m7q1w8e5r3t6y0u/device" }),
    verification_uri_complete: z.url().meta({
      example: "https://coppice.example/auth/p_4k9x2m7q1w8e5r3t6y0u/device?user_code=WDJB-MJHT",
    }),
    expires_in: z.int().meta({ example: LIFETIME_SECONDS }),
    interval: z.int().meta({ description: "Seconds between two polls.", example: INTERVAL_SECONDS }),
  })
  .meta({ id: "DeviceCodeGiven" });
type DeviceCodeGiven = z.infer<typeof DeviceCodeGiven>;

/**
 * Gives a device without a browser a code to poll with and one for its user to type on the hosted page (RFC 8628
 * section 3.1). Throws `DEVICE_CODE_DISABLED` or `INVALID_CLIENT`.
 */
export async function requestDeviceCode(
  ctx: UserContext,
  { client_id: clientId, scope }: DeviceCodeInput,
): Promise<SignInResult<DeviceCodeGiven>> {
  requireDeviceCodes(ctx);
  if (!CLIENT_ID.test(clientId)) throw new SignInError("INVALID_CLIENT");
  const [deviceCode, userCode] = [newDeviceCode(ctx.random), newUserCode(ctx.random)];
  const now = ctx.clock.now();
  const row = {
    id: createId("deviceGrant", ctx.random),
    projectId: ctx.project.id,
    deviceCodeHash: deviceCodeHash(deviceCode),
    userCodeMac: userCodeMac(ctx, userCode),
    clientId,
    scope,
    intervalSeconds: INTERVAL_SECONDS,
    ipAddress: ctx.clientAddress ?? "",
    userAgent: ctx.userAgent,
    createdAt: now,
    expiresAt: addSeconds(now, LIFETIME_SECONDS),
  };
  await withTransaction(ctx, async (tx) => {
    await tx.db.deviceGrant.create({ data: row, select: { id: true } });
    const data = { client: clientId };
    await recordSecurityEvent(tx, { kind: "device.request", outcome: "accepted", userId: null, data });
  });
  const page = hostedPageAddress(ctx, ctx.project.id, "device");
  const body = {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: LIFETIME_SECONDS,
    interval: INTERVAL_SECONDS,
  };
  return new SignInResult(body, { headers: { Pragma: "no-cache" } });
}

/** Throws `DEVICE_CODE_DISABLED`. */
export function requireDeviceCodes({ project }: UserContext): void {
  if (!project.settings.methods.deviceCode) throw new SignInError("DEVICE_CODE_DISABLED");
}
