import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Success } from "@/lib/sign-in/replies";
import { signOut } from "@/lib/sign-in/sessions/sign-out";

export const POST = defineSignInRoute(
  {
    operationId: "signOut",
    summary: "Sign out",
    description: "Ends the session and deletes its cookie. Succeeds without a session too.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: Success },
    signIn: { session: "optional", worksWhileSuspended: true },
  },
  signOut,
);
