import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { CodeExchanged, ExchangeCodeInput, exchangeCode } from "@/lib/sign-in/sessions/exchange/exchange-code";

export const POST = defineSignInRoute(
  {
    operationId: "exchangeCode",
    summary: "Exchange a code for a session",
    description:
      "For the server of an app on another site than the service: the hosted pages return with a code, bound to the code challenge they were opened with. It works once, within a minute.",
    tag: "sign-in",
    auth: "public-key",
    body: ExchangeCodeInput,
    reply: { 200: CodeExchanged },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors: ["INVALID_TOKEN"],
    },
  },
  exchangeCode,
);
