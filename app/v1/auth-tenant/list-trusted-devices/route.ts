import { listTrustedDevices, TrustedDeviceList } from "@/lib/auth/two-factor/list-trusted-devices";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const GET = defineAuthRoute(
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
