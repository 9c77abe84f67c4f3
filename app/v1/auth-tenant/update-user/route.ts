import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Status } from "@/lib/sign-in/sessions/replies";
import { UpdateUserInput, updateUser } from "@/lib/sign-in/users/update";

export const POST = defineSignInRoute(
  {
    operationId: "updateUser",
    summary: "Change the user's name or image",
    tag: "sign-in",
    auth: "public-key",
    body: UpdateUserInput,
    reply: { 200: Status },
    signIn: {
      refusedAs: { kind: "user.update" },
      session: "required",
      errors: ["EMAIL_CAN_NOT_BE_UPDATED", "FIELD_NOT_ALLOWED", "NO_FIELDS_TO_UPDATE"],
    },
  },
  updateUser,
);
