import { AccountList, listAccounts } from "@/lib/auth/users/list-accounts";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const GET = defineAuthRoute(
  {
    operationId: "listAccounts",
    summary: "List the ways the user can sign in",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: AccountList },
    signIn: { session: "required" },
  },
  listAccounts,
);
