import { defineForm } from "@/lib/hosted-pages/define-form";
import { JoinForm, postJoinForm } from "@/lib/hosted-pages/forms/join";

export const POST = defineForm(
  {
    operationId: "postJoinForm",
    summary: "Accept an invitation by its page's form",
    body: JoinForm,
    page: "join",
    signIn: { refusedAs: { kind: "user.sign_up", factor: "password" }, session: "optional", limit: "signUpPerAddress" },
  },
  postJoinForm,
);
