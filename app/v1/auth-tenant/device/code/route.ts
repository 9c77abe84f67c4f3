import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { DeviceCodeGiven, DeviceCodeInput, requestDeviceCode } from "@/lib/sign-in/device/request";

export const POST = defineSignInRoute(
  {
    operationId: "deviceCode",
    summary: "Ask for the codes of a device",
    description:
      "For a device without a browser (RFC 8628). It shows `user_code` and `verification_uri`, where its user approves it, and polls /device/token with `device_code`.",
    tag: "sign-in",
    auth: "public-key",
    body: DeviceCodeInput,
    reply: { 200: DeviceCodeGiven },
    signIn: {
      refusedAs: { kind: "device.request" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      isOAuth: true,
      errors: ["DEVICE_CODE_DISABLED", "INVALID_CLIENT"],
    },
  },
  requestDeviceCode,
);
