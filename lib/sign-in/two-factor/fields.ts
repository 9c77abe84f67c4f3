import { z } from "zod";

/** A wrong code is `INVALID_CODE`, whatever it looks like. */
export const TotpCode = z.string().max(64).meta({ example: "492039" });

export const BackupCode = z.string().max(64).meta({ example: "K7QX-2MRD" });

/** A code of either kind, for a user who changes their second factor. */
export const SecondFactorCode = z.string().max(64).meta({
  description: "A code of the authenticator app or a backup code, where the last one was given too long ago.",
  example: "492039",
});
