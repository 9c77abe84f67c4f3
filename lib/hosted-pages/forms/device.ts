import { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { approveDevice, denyDevice } from "@/lib/sign-in/device/decide";
import type { NextPage } from "./next-page";

export const DeviceForm = z.object({ user_code: z.string().max(64), decision: z.enum(["approve", "deny"]) });

/** The buttons of a device's page, which asks again after a sign-in. Throws as `approveDevice`. */
export async function postDeviceForm(
  ctx: UserContext,
  { user_code: userCode, decision }: z.infer<typeof DeviceForm>,
): Promise<NextPage> {
  const { session } = ctx;
  if (session === null) return { page: "device", query: { user_code: userCode } };
  const decide = decision === "approve" ? approveDevice : denyDevice;
  await decide({ ...ctx, session }, { userCode });
  return { page: "device", query: { done: decision } };
}
