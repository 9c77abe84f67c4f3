import { EmailCodeForm, type EmailCodeFormProps } from "@coppice/auth/react";

export interface CodeStepProps extends EmailCodeFormProps {
  returnAddress: string;
  twoFactorAddress: string;
}

/** Typing a mailed code on a page of its own, which goes on to the app or to the second factor. */
export function CodeStep({ returnAddress, twoFactorAddress, ...props }: CodeStepProps) {
  return (
    <EmailCodeForm
      {...props}
      onSuccess={() => window.location.assign(returnAddress)}
      onTwoFactorRequired={() => window.location.assign(twoFactorAddress)}
    />
  );
}
