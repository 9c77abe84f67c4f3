import { hash } from "@node-rs/argon2";
import { readPasswordHash } from "./password-hash-formats";
import { matchesPasswordHash } from "./verify-password-hash";

/** OWASP's floor for Argon2id: 19 MiB, two passes, one lane. Argon2id, version 19, is the library's default. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

let decoy: Promise<string> | null = null;

/** A PHC string of Argon2id with a salt of its own. The same text typed on another keyboard hashes alike (NFKC). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), PARAMETERS);
}

/**
 * Costs the same without a hash to compare with, so the time taken does not tell whether an account exists. Hashes that
 * were brought from elsewhere were often made from the text as it was typed, so that form is tried as well.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("");
  const stored = readPasswordHash(passwordHash ?? (await decoy));
  for (const form of new Set([password.normalize("NFKC"), password])) {
    if (await matchesPasswordHash(stored, form)) return passwordHash !== null;
  }
  return false;
}

/** Whether the hash was made with less than today's parameters, so that it is made anew at the next sign-in. */
export function isOutdatedHash(passwordHash: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash);
  if (!match) return true;
  const [memoryCost, timeCost] = match.slice(1).map(Number);
  return (memoryCost ?? 0) < PARAMETERS.memoryCost || (timeCost ?? 0) < PARAMETERS.timeCost;
}
