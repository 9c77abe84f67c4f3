import { signOut } from "@/lib/auth/sessions/sign-out";
import { Success } from "@/lib/auth/users/replies";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const POST = defineAuthRoute(
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
