import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { DeviceQuery, DeviceRequest, showDevice } from "@/lib/sign-in/device/find";

export const GET = defineSignInRoute(
  {
    operationId: "device",
    summary: "Look up a device's code",
    description: "Which program asks is told to a signed-in user alone. Looking changes nothing.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: DeviceRequest },
    signIn: {
      session: "optional",
      limit: "userCodePerAddress",
      query: DeviceQuery,
      isOAuth: true,
      errors: ["DEVICE_CODE_DISABLED", "INVALID_USER_CODE", "EXPIRED_TOKEN"],
    },
  },
  showDevice,
);
