import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { DeviceTokenGiven, DeviceTokenInput, redeemDeviceCode } from "@/lib/sign-in/device/redeem";

export const POST = defineSignInRoute(
  {
    operationId: "deviceToken",
    summary: "Poll for a device's session",
    description:
      "The device asks every `interval` seconds. `AUTHORIZATION_PENDING` means that nobody has decided yet, `SLOW_DOWN` that the interval is five seconds longer from now on. The token works once it is sent as `Authorization` beside `x-coppice-public-key`.",
    tag: "sign-in",
    auth: "public-key",
    body: DeviceTokenInput,
    reply: { 200: DeviceTokenGiven },
    signIn: {
      refusedAs: { kind: "session.sign_in", factor: "device-code" },
      session: "none",
      isLogin: true,
      isOAuth: true,
      errors: [
        "DEVICE_CODE_DISABLED",
        "INVALID_GRANT",
        "AUTHORIZATION_PENDING",
        "SLOW_DOWN",
        "EXPIRED_TOKEN",
        "ACCESS_DENIED",
      ],
    },
  },
  redeemDeviceCode,
);
