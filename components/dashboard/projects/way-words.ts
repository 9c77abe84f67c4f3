const WORDS: Record<string, string> = {
  "sign-up": "Signed up",
  password: "Password",
  "magic-link": "Emailed link",
  "email-otp": "Emailed code",
  passkey: "Passkey",
  "test-token": "Testing token",
  github: "GitHub",
  google: "Google",
  discord: "Discord",
  microsoft: "Microsoft",
};

/** Returns how a user signed in, in words. */
export const wayWords = (how: string | null): string => WORDS[how ?? ""] ?? how ?? "Signed in";
