import { VerifyEmailForm, type VerifyEmailFormProps } from "@coppice/auth/react";

export interface VerifyStepProps extends VerifyEmailFormProps {
  doneAddress: string;
}

/** Proving an address by its code on a page of its own. */
export function VerifyStep({ doneAddress, ...props }: VerifyStepProps) {
  return <VerifyEmailForm {...props} onSuccess={() => window.location.assign(doneAddress)} />;
}
