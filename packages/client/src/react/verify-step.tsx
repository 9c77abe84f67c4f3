"use client";

import type { ReactNode } from "react";
import { useAuth } from "./auth-provider";
import { type Credentials, follow, type SignInStepProps } from "./sign-in-step";
import type { PanelBaseProps, SingleFormProps } from "./sign-in-types";
import { VerifyEmailForm } from "./verify-email-form";

interface VerifyStepProps
  extends Omit<PanelBaseProps, "locale" | "messages">,
    Pick<SingleFormProps, "action" | "hiddenFields">,
    Pick<SignInStepProps, "redirectTo" | "takesFocus" | "onStep" | "onSignedIn"> {
  credentials: Credentials;
}

/** The step that proves the address, and then signs in with the password that was typed before it. */
export function VerifyStep({ credentials, onStep, onSignedIn, ...form }: VerifyStepProps): ReactNode {
  const auth = useAuth();
  const { email } = credentials;
  const onBack = () => onStep({ name: "sign-in", email });

  async function signIn() {
    const result = await auth.signIn.email({ ...credentials, redirectTo: form.redirectTo });
    if (follow(result, credentials, onStep, onSignedIn)) onBack();
  }

  return <VerifyEmailForm {...form} email={email} onSuccess={signIn} onBack={onBack} />;
}
