export { AuthProvider, type AuthProviderProps, useAuth, useSession, useUser } from "./auth-provider";
export { EmailCodeForm, type EmailCodeFormProps } from "./email-code-form";
export { ForgotPasswordForm, type ForgotPasswordFormProps } from "./forgot-password-form";
export { ResetPasswordForm, type ResetPasswordFormProps } from "./reset-password-form";
export { SignInPanel, type SignInPanelProps } from "./sign-in-panel";
export { TwoFactorChallenge, type TwoFactorChallengeProps } from "./two-factor-challenge";
export { VerifyEmailForm, type VerifyEmailFormProps } from "./verify-email-form";
