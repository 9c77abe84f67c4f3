import { TwoFactorChallenge, type TwoFactorChallengeProps } from "@coppice/auth/react";

export interface TwoFactorStepProps extends TwoFactorChallengeProps {
  returnAddress: string;
}

/** The second factor on a page of its own, which goes on to the app once it was right. */
export function TwoFactorStep({ returnAddress, ...props }: TwoFactorStepProps) {
  return <TwoFactorChallenge {...props} onSuccess={() => window.location.assign(returnAddress)} />;
}
