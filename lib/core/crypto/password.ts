import { hash } from "@node-rs/argon2";
import { readPasswordHash } from "./password-hash-formats";
import { matchesPasswordHash } from "./verify-password-hash";

export interface PasswordCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
}

/** OWASP's minimum for Argon2id is 19 MiB, two passes and one lane; the library's default is Argon2id, version 19. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
const SHAPE = { parallelism: 1, outputLen: 32 } as const;

let cost = PASSWORD_COST;
let decoy: Promise<string> | null = null;

/** Makes later hashes of this process at another cost, as tests do whose matter is not the hash. */
export function setPasswordCost(next: PasswordCost): void {
  [cost, decoy] = [next, null];
}

/** Normalises the text by NFKC, so that a password typed on another keyboard gives the same hash. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), { ...SHAPE, ...cost });
}

/**
 * Returns whether the password is that of the stored hash. Without one it is compared with `decoyHash`, by default one of
 * today's parameters, and never found right: the time does not tell whether an account exists.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  decoyHash: string | null = null,
): Promise<boolean> {
  decoy ??= hashPassword("");
  const stored = readPasswordHash(passwordHash ?? decoyHash ?? (await decoy));
  // Imported hashes were often made from the text as it was typed.
  for (const form of new Set([password.normalize("NFKC"), password])) {
    if (await matchesPasswordHash(stored, form)) return passwordHash !== null;
  }
  return false;
}

/** Returns whether the hash has weaker parameters than today's, so that the next sign-in replaces it. */
export function isOutdatedHash(passwordHash: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash);
  if (!match) return true;
  const [memoryCost, timeCost] = match.slice(1).map(Number);
  return (memoryCost ?? 0) < cost.memoryCost || (timeCost ?? 0) < cost.timeCost;
}
