import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { PasskeyRenamed, RenamePasskeyInput, renamePasskey } from "@/lib/sign-in/passkeys/rename";

export const POST = defineSignInRoute(
  {
    operationId: "updatePasskey",
    summary: "Rename a passkey",
    tag: "sign-in",
    auth: "public-key",
    body: RenamePasskeyInput,
    reply: { 200: PasskeyRenamed },
    signIn: {
      refusedAs: { kind: "passkey.rename" },
      session: "required",
      errors: ["PASSKEY_NOT_FOUND"],
      statuses: { PASSKEY_NOT_FOUND: 404 },
    },
  },
  renamePasskey,
);
