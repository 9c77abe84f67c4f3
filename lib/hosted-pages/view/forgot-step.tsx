import { ForgotPasswordForm, type ForgotPasswordFormProps } from "@coppice/auth/react";

export interface ForgotStepProps extends ForgotPasswordFormProps {
  doneAddress: string;
}

/** Asking for a new password on a page of its own, which goes on to signing in once the code has set one. */
export function ForgotStep({ doneAddress, ...props }: ForgotStepProps) {
  return <ForgotPasswordForm {...props} onSuccess={() => window.location.assign(doneAddress)} />;
}
