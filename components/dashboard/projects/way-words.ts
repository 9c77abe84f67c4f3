const WORDS: Record<string, string> = {
  "sign-up": "Signed up",
  password: "Password",
  "magic-link": "Emailed link",
  "email-otp": "Emailed code",
  passkey: "Passkey",
  totp: "Authenticator app",
  "backup-code": "Backup code",
  "test-token": "Testing token",
  "owner-link": "Sign-in link",
  github: "GitHub",
  google: "Google",
  discord: "Discord",
  microsoft: "Microsoft",
  apple: "Apple",
  "openid-connect": "OpenID Connect",
  "device-code": "Device code",
};

/** Returns how a user signed in, in words. */
export const wayWords = (how: string | null): string => WORDS[how ?? ""] ?? how ?? "Signed in";
