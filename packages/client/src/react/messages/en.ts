import { profileEn } from "./profile-en";

/**
 * The texts of the components in English. `{name}` is a placeholder. A translation has the same keys.
 *
 * @example
 * <AuthProvider value={auth} messages={{ ...en, "signIn.title": "Welcome back" }}>
 */
export const en = {
  "signIn.title": "Sign in",
  "signIn.submit": "Sign in",
  "signIn.toSignUp": "No account yet?",
  "signIn.toSignUpAction": "Sign up",
  "signIn.forgot": "Forgot your password?",
  "signIn.remember": "Stay signed in",
  "signIn.or": "or",
  "signIn.mail": "Email me a link and a code",
  "signIn.mailLink": "Email me a link",
  "signIn.mailCode": "Email me a code",
  "signIn.passkey": "Sign in with a passkey",
  "signIn.provider": "Continue with {provider}",
  "signIn.sso": "Single sign-on",
  "sso.title": "Single sign-on",
  "sso.text": "Enter your work email address to sign in with your company's account.",
  "sso.continue": "Continue with {name}",
  "sso.required": "People at {name} sign in with their company account.",
  "sso.otherWay": "Sign in another way",
  "signUp.title": "Create an account",
  "signUp.submit": "Sign up",
  "signUp.toSignIn": "Already have an account?",
  "signUp.toSignInAction": "Sign in",
  "field.email": "Email address",
  "field.password": "Password",
  "field.newPassword": "New password",
  "field.name": "Name",
  "field.code": "6-digit code",
  "field.backupCode": "Backup code",
  "field.secondFactor": "6-digit code or backup code",
  "field.passwordHint": "At least {length} characters",
  "password.show": "Show password",
  "action.back": "Back",
  "action.cancel": "Cancel",
  "action.continue": "Continue",
  "code.title": "Check your email",
  "code.sent": "If {email} can sign in here, we've sent it a link and a code.",
  "code.sentLink": "If {email} can sign in here, we've sent it a link.",
  "code.sentCode": "If {email} can sign in here, we've sent it a code.",
  "code.number": "Opening the link in another browser or on another device? Enter this number there:",
  "code.submit": "Sign in with the code",
  "code.again": "Resend email",
  "code.sentAgain": "We've sent it again.",
  "code.otherAddress": "Use a different email address",
  "removed.title": "Earlier ways to sign in were removed",
  "removed.text":
    "Your email address was confirmed for the first time. Until then, someone else could have created an account with it, so everything that was set up before was removed:",
  "profile.passkeys": "Passkeys",
  "profile.accounts": "Connected accounts",
  "forgot.title": "Reset your password",
  "forgot.text": "We'll email you a link to choose a new password.",
  "forgot.required": "You need to choose a new password before you can sign in. We'll email you a link.",
  "forgot.submit": "Send reset link",
  "forgot.sent": "If {email} belongs to an account, we've sent it a link.",
  "forgot.codeText": "Open the link, or enter the code from the email and a new password here:",
  "reset.title": "Choose a new password",
  "reset.submit": "Set new password",
  "reset.done": "Your password has been changed. You can sign in with it now.",
  "verify.title": "Confirm your email address",
  "verify.sent": "We've sent a code to {email}.",
  "verify.submit": "Confirm",
  "verify.done": "Your email address is confirmed. You can sign in now.",
  "twoFactor.title": "Two-step verification",
  "twoFactor.text": "Enter the code from your authenticator app.",
  "twoFactor.submit": "Continue",
  "twoFactor.trust": "Don't ask again in this browser",
  "twoFactor.useBackup": "Use a backup code",
  "twoFactor.backupText": "Enter one of the backup codes you saved. Each code works once.",
  "twoFactor.useApp": "Use your authenticator app",
  "error.invalid_credentials": "That didn't match. Check your entries and try again.",
  "error.invalid_email_or_password": "The email address or password is incorrect.",
  "error.invalid_otp": "The code is incorrect.",
  "error.invalid_number": "The number is incorrect.",
  "error.invalid_code": "The code is incorrect. If new codes are too, check the clock of your phone.",
  "error.otp_expired": "The code has expired. Request a new one.",
  "error.invalid_backup_code": "The backup code is incorrect or has already been used.",
  "error.invalid_token": "The link has expired or has already been used. Request a new one.",
  "error.challenge_not_found": "This took too long. Try again.",
  "error.passkey_failed": "That passkey couldn't be used. Try again, or use another one.",
  "error.email_already_verified": "Your email address is already confirmed.",
  "error.passkey_not_found": "This passkey isn't registered here.",
  "error.unverified_email": "Confirm your email address first.",
  "error.rate_limited": "Too many attempts. Try again in {duration}.",
  "error.rate_limited_now": "Too many attempts. Try again later.",
  "error.too_many_attempts_request_new_code": "Too many incorrect codes. Sign in again.",
  "error.invalid_two_factor_cookie": "This took too long. Sign in again.",
  "error.not_enabled": "This isn't available here.",
  "error.cancelled": "This was cancelled.",
  "error.unsupported": "This browser doesn't support passkeys.",
  "error.email_taken": "An account with this email address already exists.",
  "error.weak_password": "Choose a stronger password.",
  "error.password_too_short": "The password must have at least {length} characters.",
  "error.password_too_long": "The password is too long.",
  "error.password_compromised": "This password is too common or has appeared in a data breach. Choose another.",
  "error.invalid_email": "Enter a valid email address.",
  "error.validation_error": "Something is missing or invalid. Check your entries and try again.",
  "error.banned_user": "This account has been blocked.",
  "error.unauthorized": "You are signed out. Sign in again.",
  "error.sso_required": "Sign in with your company account.",
  "error.sso_not_found": "There's no single sign-on for this address. Check it, or sign in another way.",
  "error.misconfigured": "Sign-in isn't set up correctly here ({code}). Please contact the app's owner.",
  "error.project_suspended": "Sign-in is currently suspended here.",
  "error.network_error": "We can't reach the sign-in service. Check your connection and try again.",
  "error.service_error": "Something went wrong. Try again in a moment.",
  ...profileEn,
} as const;

/**
 * The key of a text.
 *
 * @example
 * const key: MessageKey = "signIn.title";
 */
export type MessageKey = keyof typeof en;

/**
 * All texts of the components in one language.
 *
 * @example
 * const de: Messages = { ...en, "signIn.title": "Anmelden" };
 */
export type Messages = Readonly<Record<MessageKey, string>>;
