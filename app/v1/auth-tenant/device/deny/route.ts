import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { denyDevice } from "@/lib/sign-in/device/decide";
import { DeviceDecision } from "@/lib/sign-in/device/find";
import { Success } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "denyDevice",
    summary: "Deny a device",
    description: "The device is told by its next poll.",
    tag: "sign-in",
    auth: "public-key",
    body: DeviceDecision,
    reply: { 200: Success },
    signIn: {
      refusedAs: { kind: "device.deny" },
      session: "required",
      limit: "userCodePerAddress",
      isOAuth: true,
      errors: ["DEVICE_CODE_DISABLED", "INVALID_USER_CODE", "EXPIRED_TOKEN", "DEVICE_CODE_ALREADY_PROCESSED"],
    },
  },
  denyDevice,
);
