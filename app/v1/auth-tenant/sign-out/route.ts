import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SignedOut, SignOutInput, signOut } from "@/lib/sign-in/sso/logout/sign-out";

export const POST = defineSignInRoute(
  {
    operationId: "signOut",
    summary: "Sign out",
    description:
      "Ends the session and deletes its cookie. Succeeds without a session too. An app's server that signs out a session of its own gives `callbackURL`, and sends the browser to the `url` of the answer, so that the session of the hosted pages ends too.",
    tag: "sign-in",
    auth: "public-key",
    body: SignOutInput,
    reply: { 200: SignedOut },
    signIn: { session: "optional", isForOrganisation: true, worksWhileSuspended: true },
  },
  signOut,
);
