import { ResetPasswordForm, type ResetPasswordFormProps } from "@coppice/auth/react";

export interface ResetStepProps extends ResetPasswordFormProps {
  doneAddress: string;
}

/** A new password on a page of its own, which goes on to signing in with it. */
export function ResetStep({ doneAddress, ...props }: ResetStepProps) {
  return <ResetPasswordForm {...props} onSuccess={() => window.location.assign(doneAddress)} />;
}
