"use client";

import { TwoFactorChallenge, type TwoFactorChallengeProps } from "@coppice/auth/react";

/** The second factor on a page of its own, which goes on to the app once it was right. */
export function TwoFactorStep({ returnAddress, ...props }: TwoFactorChallengeProps & { returnAddress: string }) {
  return <TwoFactorChallenge {...props} headingLevel={1} onSuccess={() => window.location.assign(returnAddress)} />;
}
