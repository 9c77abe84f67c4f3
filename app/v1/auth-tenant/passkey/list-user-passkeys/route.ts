import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { listPasskeys } from "@/lib/sign-in/passkeys/list";
import { PasskeyList } from "@/lib/sign-in/passkeys/resource";

export const GET = defineSignInRoute(
  {
    operationId: "listPasskeys",
    summary: "List the user's passkeys",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: PasskeyList },
    signIn: { session: "required" },
  },
  listPasskeys,
);
