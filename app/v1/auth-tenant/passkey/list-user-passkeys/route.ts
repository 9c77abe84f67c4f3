import { listPasskeys } from "@/lib/auth/passkeys/list";
import { PasskeyList } from "@/lib/auth/passkeys/resource";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const GET = defineAuthRoute(
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
