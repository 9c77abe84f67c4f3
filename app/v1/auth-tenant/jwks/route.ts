import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { getKeySet, KeySet } from "@/lib/sign-in/tokens/key-set";

export const GET = defineSignInRoute(
  {
    operationId: "getKeySet",
    summary: "Get the project's key set",
    description: "The public keys that verify its tokens. Needs no key, only the project header.",
    tag: "sign-in",
    auth: "project-header",
    reply: { 200: KeySet },
    signIn: { session: "none" },
  },
  getKeySet,
);
