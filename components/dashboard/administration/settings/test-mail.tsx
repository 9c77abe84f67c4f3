"use client";

import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";

interface Props {
  /** The operator's own address. */
  to: string;
  action: FormAction<{ to: string; from: string }>;
}

/** Sends a test email by the mail server in force, and shows the answer of the server. */
export function TestMail({ to, action }: Props) {
  return (
    <ActionForm
      action={action}
      label="Send a test email"
      done={(sent) => `The mail server took an email from ${sent.from} to ${sent.to}.`}
    >
      <div>
        <SubmitButton variant="default" title={`To ${to}`}>
          Send test email
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
