import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { AccountList, listAccounts } from "@/lib/sign-in/users/list-accounts";

export const GET = defineSignInRoute(
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
