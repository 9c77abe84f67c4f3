import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { listTrustedDevices, TrustedDeviceList } from "@/lib/sign-in/sessions/trusted-devices/list";

export const GET = defineSignInRoute(
  {
    operationId: "listTrustedDevices",
    summary: "List the browsers that are not asked for a second factor",
    description: "The last used first.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: TrustedDeviceList },
    signIn: {
      session: "required",
    },
  },
  listTrustedDevices,
);
