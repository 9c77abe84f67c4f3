import { DeletePasskeyInput, deletePasskey } from "@/lib/auth/passkeys/delete";
import { Status } from "@/lib/auth/users/replies";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const POST = defineAuthRoute(
  {
    operationId: "deletePasskey",
    summary: "Delete a passkey",
    description: "The user is told by mail. The last way to sign in stays.",
    tag: "sign-in",
    auth: "public-key",
    body: DeletePasskeyInput,
    reply: { 200: Status },
    signIn: {
      session: "required",
      errors: ["SESSION_NOT_FRESH", "PASSKEY_NOT_FOUND", "LAST_SIGN_IN_METHOD"],
      statuses: { PASSKEY_NOT_FOUND: 404 },
    },
  },
  deletePasskey,
);
