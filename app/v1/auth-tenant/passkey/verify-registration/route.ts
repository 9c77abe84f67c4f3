import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import {
  PasskeyAdded,
  VerifyRegistrationInput,
  verifyPasskeyRegistration,
} from "@/lib/sign-in/passkeys/verify-registration";

export const POST = defineSignInRoute(
  {
    operationId: "verifyPasskeyRegistration",
    summary: "Add a passkey",
    description: "Takes the credential that the browser made. The user is told by mail.",
    tag: "sign-in",
    auth: "public-key",
    body: VerifyRegistrationInput,
    reply: { 200: PasskeyAdded },
    signIn: {
      refusedAs: { kind: "passkey.add" },
      session: "required",
      errors: [
        "PASSKEY_DISABLED",
        "SESSION_NOT_FRESH",
        "CHALLENGE_NOT_FOUND",
        "FAILED_TO_VERIFY_REGISTRATION",
        "PASSKEY_LIMIT_REACHED",
      ],
    },
  },
  verifyPasskeyRegistration,
);
