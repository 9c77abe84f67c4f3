import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { FindSsoQuery, FoundSso, findSsoForDomain } from "@/lib/sign-in/sso-domains/find";

export const GET = defineSignInRoute(
  {
    operationId: "findSsoConnection",
    summary: "Find the connection of a domain",
    description:
      "Answers by which connection people of a domain sign in, so that a page can offer it, and `null` for every other domain. It depends on the domain alone, and not on the accounts there.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: FoundSso },
    signIn: { session: "none", limit: "ssoPerAddress", query: FindSsoQuery },
  },
  findSsoForDomain,
);
