import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { DeleteUserInput, deleteUser, UserDeleted } from "@/lib/sign-in/users/delete";

export const POST = defineSignInRoute(
  {
    operationId: "deleteUser",
    summary: "Delete the user",
    description: "With all sessions and accounts. Who has a password must give it.",
    tag: "sign-in",
    auth: "public-key",
    body: DeleteUserInput,
    reply: { 200: UserDeleted },
    signIn: {
      refusedAs: { kind: "user.delete" },
      session: "required",
      errors: [
        "INVALID_PASSWORD",
        "PASSWORD_TOO_LONG",
        "CREDENTIAL_ACCOUNT_NOT_FOUND",
        "SESSION_EXPIRED",
        "TOO_MANY_ATTEMPTS",
      ],
    },
  },
  deleteUser,
);
