import { z } from "zod";
import { defineFormRoute } from "@/lib/hosted-pages/define-form";
import { postSignOutForm } from "@/lib/hosted-pages/forms/sign-out";

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
