import { SignInPanel } from "@coppice/auth/react";
import { CodeStep } from "./code-step";
import { ForgotStep } from "./forgot-step";
import { ResetStep } from "./reset-step";
import { TwoFactorStep } from "./two-factor-step";
import { VerifyStep } from "./verify-step";

/** The views of the pages before a sign-in. */
export const SIGN_IN_VIEWS = {
  "sign-in": SignInPanel,
  code: CodeStep,
  "two-factor": TwoFactorStep,
  "forgot-password": ForgotStep,
  "verify-email": VerifyStep,
  "reset-password": ResetStep,
};
