import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { CreationOptions } from "@/lib/sign-in/passkeys/options";
import { StartRegistrationQuery, startPasskeyRegistration } from "@/lib/sign-in/passkeys/start-registration";

export const GET = defineSignInRoute(
  {
    operationId: "generatePasskeyRegistrationOptions",
    summary: "Start adding a passkey",
    description:
      "The options for the browser's `navigator.credentials.create`. The challenge holds for five minutes, in this browser and session, for one try.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: CreationOptions },
    signIn: {
      refusedAs: { kind: "passkey.add" },
      session: "required",
      limit: "passkeyStartPerAddress",
      query: StartRegistrationQuery,
      errors: ["PASSKEY_DISABLED", "SESSION_NOT_FRESH", "PASSKEY_LIMIT_REACHED"],
    },
  },
  startPasskeyRegistration,
);
