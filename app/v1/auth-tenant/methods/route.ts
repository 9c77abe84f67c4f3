import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { EnabledMethods, listEnabledMethods } from "@/lib/sign-in/social/methods";

export const GET = defineSignInRoute(
  {
    operationId: "listMethods",
    summary: "List the ways to sign in to the project",
    description: "The methods that a sign-in page shows. May be kept for a minute.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: EnabledMethods },
    signIn: { session: "none", headers: { "Cache-Control": "private, max-age=60" } },
  },
  listEnabledMethods,
);
