import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { JoinForm, postJoinForm } from "@/lib/hosted-pages/forms/join";

export const POST = defineHostedForm(
  {
    operationId: "postJoinForm",
    summary: "Accept an invitation by its page's form",
    body: JoinForm,
    page: "join",
    signIn: { refusedAs: { kind: "user.sign_up", factor: "password" }, session: "optional", limit: "signUpPerAddress" },
  },
  postJoinForm,
);
