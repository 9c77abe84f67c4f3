import { ForgotPasswordForm, SignInPanel } from "@coppice/auth/react";
import { CodeStep } from "./code-step";
import { ResetStep } from "./reset-step";
import { TwoFactorStep } from "./two-factor-step";

/** What the pages before a sign-in show. */
export const SIGN_IN_VIEWS = {
  "sign-in": SignInPanel,
  code: CodeStep,
  "two-factor": TwoFactorStep,
  "forgot-password": ForgotPasswordForm,
  "reset-password": ResetStep,
};
