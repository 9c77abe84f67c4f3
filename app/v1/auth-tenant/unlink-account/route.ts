import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Status } from "@/lib/sign-in/sessions/replies";
import { UnlinkAccountInput, unlinkAccount } from "@/lib/sign-in/social/unlink";

export const POST = defineSignInRoute(
  {
    operationId: "unlinkAccount",
    summary: "Unlink an account",
    description:
      "Takes away one way to sign in: an account at a provider, or the password. `accountId` is the `id` that `/list-accounts` tells. Asks for a fresh session, and never takes the last way.",
    tag: "sign-in",
    auth: "public-key",
    body: UnlinkAccountInput,
    reply: { 200: Status },
    signIn: {
      refusedAs: { kind: "account.unlink" },
      session: "required",
      errors: ["SESSION_NOT_FRESH", "ACCOUNT_NOT_FOUND", "FAILED_TO_UNLINK_LAST_ACCOUNT"],
    },
  },
  unlinkAccount,
);
