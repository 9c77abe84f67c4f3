import { z } from "zod";
import { postSignOutForm } from "@/lib/hosted-pages/forms/sign-out";
import { defineFormRoute } from "@/lib/http/sign-in/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postSignOutForm",
    summary: "Sign out by a hosted page's button",
    body: z.object({}),
    page: "account",
    signIn: { session: "optional", worksWhileSuspended: true },
  },
  postSignOutForm,
);
