import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { InvitationForm, postInvitationForm } from "@/lib/hosted-pages/forms/invitation";

export const POST = defineHostedForm(
  {
    operationId: "postInvitationForm",
    summary: "Answer an invitation by the hosted page's buttons",
    body: InvitationForm,
    page: "invitation",
    signIn: { session: "optional" },
  },
  postInvitationForm,
);
