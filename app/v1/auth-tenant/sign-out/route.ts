import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { signOut } from "@/lib/sign-in/sessions/sign-out";
import { Success } from "@/lib/sign-in/users/replies";

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
