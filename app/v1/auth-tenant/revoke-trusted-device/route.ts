import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Status } from "@/lib/sign-in/sessions/replies";
import { RevokeTrustedDeviceInput, revokeTrustedDevice } from "@/lib/sign-in/sessions/trusted-devices/revoke";

export const POST = defineSignInRoute(
  {
    operationId: "revokeTrustedDevice",
    summary: "Ask for a second factor in a browser again",
    description: "A browser that is somebody else's, or not there, gets the same answer and is left alone.",
    tag: "sign-in",
    auth: "public-key",
    body: RevokeTrustedDeviceInput,
    reply: { 200: Status },
    signIn: {
      session: "required",
      worksWhileSuspended: true,
    },
  },
  revokeTrustedDevice,
);
