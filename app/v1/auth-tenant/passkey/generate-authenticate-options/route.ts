import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { RequestOptions } from "@/lib/sign-in/passkeys/options";
import { startPasskeyAuthentication } from "@/lib/sign-in/passkeys/start-authentication";

export const GET = defineSignInRoute(
  {
    operationId: "generatePasskeyAuthenticationOptions",
    summary: "Start a sign-in with a passkey",
    description:
      "The options for the browser's `navigator.credentials.get`. Signed out it names no passkey; signed in, the user's own. The challenge holds for five minutes, in this browser, for one try.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: RequestOptions },
    signIn: {
      refusedAs: { kind: "session.sign_in", factor: "passkey" },
      session: "optional",
      limit: "passkeyStartPerAddress",
      errors: ["PASSKEY_DISABLED"],
    },
  },
  startPasskeyAuthentication,
);
