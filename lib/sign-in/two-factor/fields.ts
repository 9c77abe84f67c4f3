import { z } from "zod";

/** A malformed code is `INVALID_CODE`, not a validation error. */
export const TotpCode = z.string().max(64).meta({ example: "492039" });

export const BackupCode = z.string().max(64).meta({ example: "K7QX-2MRD" });

export const SecondFactorCode = z.string().max(64).meta({
  description: "A code of the authenticator app or a backup code, where the last one was given too long ago.",
  example: "492039",
});
