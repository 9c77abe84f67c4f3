import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { DeletePasskeyInput, deletePasskey } from "@/lib/sign-in/passkeys/delete";
import { Status } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "deletePasskey",
    summary: "Delete a passkey",
    description: "The user is told by mail. The last way to sign in stays.",
    tag: "sign-in",
    auth: "public-key",
    body: DeletePasskeyInput,
    reply: { 200: Status },
    signIn: {
      refusedAs: { kind: "passkey.remove" },
      session: "required",
      errors: ["SESSION_NOT_FRESH", "PASSKEY_NOT_FOUND", "LAST_SIGN_IN_METHOD"],
      statuses: { PASSKEY_NOT_FOUND: 404 },
    },
  },
  deletePasskey,
);
