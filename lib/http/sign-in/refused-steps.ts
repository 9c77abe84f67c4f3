import type { RefusedStep } from "@/lib/sign-in/events/record-refusal";

const PASSWORD = { kind: "session.sign_in", factor: "password" } as const;
const LINK = { kind: "session.sign_in", factor: "magic-link" } as const;
const CODE = { kind: "session.sign_in", factor: "email-otp" } as const;
const PASSKEY = { kind: "session.sign_in", factor: "passkey" } as const;
const SIGN_UP = { kind: "user.sign_up", factor: "password" } as const;
const SECOND_CODE = { kind: "session.second_factor", factor: "totp" } as const;
const BACKUP_CODE = { kind: "session.second_factor", factor: "backup-code" } as const;
const RESET = { kind: "password.reset" } as const;
const RESET_REQUEST = { kind: "password.reset_request" } as const;
const VERIFY = { kind: "email.verify" } as const;
const CHANGE_EMAIL = { kind: "email.change" } as const;

/** Every other route, which works with a session. */
const WITH_A_SESSION: RefusedStep = { kind: "session.use" };

/** The event as which the refusal of a route is recorded, by the route's `operationId`. */
const STEPS: Readonly<Record<string, RefusedStep>> = {
  signInEmail: PASSWORD,
  postSignInForm: PASSWORD,
  signUpEmail: SIGN_UP,
  postSignUpForm: SIGN_UP,
  postJoinForm: SIGN_UP,
  signInMagicLink: { kind: "sign_in.mail_request", factor: "magic-link" },
  signInWithMagicLink: { kind: "sign_in.mail_request", factor: "magic-link" },
  postMagicLinkForm: { kind: "sign_in.mail_request", factor: "magic-link" },
  sendVerificationOtp: { kind: "sign_in.mail_request", factor: "email-otp" },
  verifyMagicLink: LINK,
  postOpenMagicLinkForm: LINK,
  signInEmailOtp: CODE,
  postCodeForm: CODE,
  checkVerificationOtp: { kind: "email.verify", factor: "email-otp" },
  generatePasskeyAuthenticationOptions: PASSKEY,
  verifyPasskeyAuthentication: PASSKEY,
  generatePasskeyRegistrationOptions: { kind: "passkey.add" },
  verifyPasskeyRegistration: { kind: "passkey.add" },
  deletePasskey: { kind: "passkey.remove" },
  updatePasskey: { kind: "passkey.rename" },
  signInSocial: { kind: "session.sign_in" },
  openSocialSignIn: { kind: "session.sign_in" },
  finishSocialSignIn: { kind: "session.sign_in" },
  repeatSocialCallback: { kind: "session.sign_in" },
  signInSso: { kind: "session.sign_in" },
  postSsoForm: { kind: "session.sign_in" },
  signInTestToken: { kind: "session.sign_in", factor: "test-token" },
  exchangeCode: { kind: "session.sign_in" },
  returnToApp: { kind: "session.sign_in" },
  enterDashboard: { kind: "session.sign_in" },
  deviceToken: { kind: "session.sign_in", factor: "device-code" },
  deviceCode: { kind: "device.request" },
  approveDevice: { kind: "device.approve" },
  postDeviceForm: { kind: "device.approve" },
  postDeviceCodeForm: { kind: "device.approve" },
  denyDevice: { kind: "device.deny" },
  verifyTotp: SECOND_CODE,
  postTotpForm: SECOND_CODE,
  verifyBackupCode: BACKUP_CODE,
  postBackupCodeForm: BACKUP_CODE,
  enableTwoFactor: { kind: "two_factor.setup" },
  disableTwoFactor: { kind: "two_factor.disable" },
  generateBackupCodes: { kind: "two_factor.backup_codes" },
  getTotpUri: { kind: "two_factor.reveal" },
  requestPasswordReset: RESET_REQUEST,
  requestPasswordResetOtp: RESET_REQUEST,
  postForgotPasswordForm: RESET_REQUEST,
  resetPassword: RESET,
  resetPasswordOtp: RESET,
  followResetLink: RESET,
  postResetPasswordForm: RESET,
  postResetCodeForm: RESET,
  changePassword: { kind: "password.change" },
  setPassword: { kind: "password.set" },
  verifyPassword: { kind: "password.verify" },
  sendVerificationEmail: { kind: "email.verification_request" },
  verifyEmail: VERIFY,
  verifyEmailOtp: VERIFY,
  followEmailLink: VERIFY,
  postVerifyEmailForm: VERIFY,
  postVerifyCodeForm: VERIFY,
  changeEmail: { kind: "email.change_request" },
  requestEmailChangeOtp: { kind: "email.change_request" },
  changeEmailOtp: CHANGE_EMAIL,
  linkSocial: { kind: "account.link" },
  unlinkAccount: { kind: "account.unlink" },
  updateUser: { kind: "user.update" },
  deleteUser: { kind: "user.delete" },
  showSignInPage: { kind: "session.sign_in" },
  showSignUpPage: { kind: "user.sign_up" },
};

export function refusedStepOf(operationId: string): RefusedStep {
  return STEPS[operationId] ?? WITH_A_SESSION;
}
