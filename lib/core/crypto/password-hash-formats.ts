export type PasswordHash =
  | { kind: "argon2"; text: string }
  | { kind: "bcrypt"; text: string }
  | ({ kind: "scrypt"; salt: Buffer; key: Buffer } & ScryptCost)
  | ({ kind: "firebase-scrypt"; salt: Buffer; key: Buffer; signerKey: Buffer } & ScryptCost)
  | { kind: "pbkdf2"; digest: Digest; iterations: number; salt: Buffer; key: Buffer };

/** RFC 7914 section 2 calls these N, r and p. */
export interface ScryptCost {
  cost: number;
  blockSize: number;
  parallelization: number;
}

type Digest = "sha1" | "sha256" | "sha512";

/** Says why a hash cannot be verified here or would cost too much; the message never holds the hash. */
export class PasswordHashError extends Error {
  override name = "PasswordHashError";
}

const MIB = 1024 ** 2;
/** Each core hashes one password at a time, so this bounds the memory that a core needs. */
const MAX_MEMORY_BYTES = 128 * MIB;
const MAX_SCRYPT_WORK = 2 ** 20;
const MIN_BCRYPT_COST = 4;
const MAX_BCRYPT_COST = 14;
const MAX_PBKDF2_ITERATIONS = 2_000_000;
/** A short key can be found by trial, since any password that hashes to it would be accepted. */
const MIN_KEY_BYTES = 16;
const MAX_TEXT_LENGTH = 1_024;

const READERS: readonly [RegExp, (groups: Record<string, string>) => PasswordHash][] = [
  [/^\$argon2(?:id|i|d)\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[^$]+)\$(?<key>[^$]+)$/, readArgon2],
  // The last character of the 128-bit salt and of the 184-bit hash has unused bits, which must be 0.
  [/^(?<text>\$2[aby]\$\d\d\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26])$/, readBcrypt],
  [/^\$scrypt\$ln=(?<ln>\d+),r=(?<r>\d+),p=(?<p>\d+)\$(?<salt>[^$]+)\$(?<key>[^$]+)$/, readScrypt],
  [/^(?<salt>[0-9a-f]{32}):(?<key>[0-9a-f]{128})$/, readBetterAuthScrypt],
  [
    /^\$fbscrypt\$v=1,n=(?<ln>\d+),r=(?<r>\d+),p=(?<p>\d+),ss=(?<separator>[^,$]*),sk=(?<signer>[^,$]+)\$(?<salt>[^$]*)\$(?<key>[^$]+)$/,
    readFirebaseScrypt,
  ],
  [
    /^\$pbkdf2(?:-(?<digest>sha1|sha256|sha512))?\$(?:i=)?(?<i>\d+)(?:,l=\d+)?\$(?<salt>[^$]+)\$(?<key>[^$]+)$/,
    readPbkdf2,
  ],
  [/^pbkdf2_(?<digest>sha1|sha256)\$(?<i>\d+)\$(?<salt>[^$]+)\$(?<key>[^$]+)$/, readDjangoPbkdf2],
];

/** Throws `PasswordHashError` for an unknown format and for parameters that would hold up other sign-ins. */
export function readPasswordHash(text: string): PasswordHash {
  if (text.length > MAX_TEXT_LENGTH) throw new PasswordHashError("the hash is too long");
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(text);
    if (match) return read({ text, ...match.groups });
  }
  throw new PasswordHashError("the hash's format isn't supported");
}

function readArgon2({ text = "", m, t, p, salt, key }: Record<string, string>): PasswordHash {
  const [memoryKib, passes, lanes] = [Number(m), Number(t), Number(p)];
  if (memoryKib * 1024 > MAX_MEMORY_BYTES || memoryKib * passes > 2 ** 19 || lanes > 16) throw tooCostly("argon2");
  if (lanes < 1 || passes < 1 || memoryKib < 8 * lanes)
    throw new PasswordHashError("the parameters aren't valid for argon2");
  fromBase64(salt);
  requireKey(fromBase64(key));
  return { kind: "argon2", text };
}

function readBcrypt({ text = "" }: Record<string, string>): PasswordHash {
  const cost = Number(text.slice(4, 6));
  if (cost > MAX_BCRYPT_COST) throw tooCostly("bcrypt");
  if (cost < MIN_BCRYPT_COST) throw new PasswordHashError("the hash isn't valid for bcrypt");
  return { kind: "bcrypt", text };
}

function readScrypt({ ln, r, p, salt, key }: Record<string, string>): PasswordHash {
  return { kind: "scrypt", ...scryptCost(ln, r, p), salt: fromBase64(salt), key: requireKey(fromBase64(key)) };
}

/** better-auth uses the hexadecimal text itself as the salt. */
function readBetterAuthScrypt({ salt = "", key = "" }: Record<string, string>): PasswordHash {
  return { kind: "scrypt", ...scryptCost("14", "16", "1"), salt: Buffer.from(salt), key: Buffer.from(key, "hex") };
}

function readFirebaseScrypt({ ln, r, p, separator, signer, salt, key }: Record<string, string>): PasswordHash {
  const salts = Buffer.concat([fromBase64(salt), fromBase64(separator)]);
  const keys = { signerKey: requireKey(fromBase64(signer)), key: requireKey(fromBase64(key)) };
  return { kind: "firebase-scrypt", ...scryptCost(ln, r, p), salt: salts, ...keys };
}

function readPbkdf2({ digest = "sha1", i, salt, key }: Record<string, string>): PasswordHash {
  const iterations = pbkdf2Iterations(i);
  const keys = { salt: fromBase64(salt), key: requireKey(fromBase64(key)) };
  return { kind: "pbkdf2", digest: digest as Digest, iterations, ...keys };
}

function readDjangoPbkdf2({ digest, i, salt = "", key }: Record<string, string>): PasswordHash {
  const keys = { salt: Buffer.from(salt), key: requireKey(fromBase64(key)) };
  return { kind: "pbkdf2", digest: digest as Digest, iterations: pbkdf2Iterations(i), ...keys };
}

function scryptCost(ln: string | undefined, r: string | undefined, p: string | undefined): ScryptCost {
  const [logCost, blockSize, parallelization] = [Number(ln), Number(r), Number(p)];
  if (logCost < 1 || blockSize < 1 || parallelization < 1)
    throw new PasswordHashError("the parameters aren't valid for scrypt");
  const cost = 2 ** logCost;
  const isTooLarge = 128 * cost * blockSize > MAX_MEMORY_BYTES || cost * blockSize * parallelization > MAX_SCRYPT_WORK;
  if (isTooLarge) throw tooCostly("scrypt");
  return { cost, blockSize, parallelization };
}

function pbkdf2Iterations(text: string | undefined): number {
  const iterations = Number(text);
  if (iterations < 1) throw new PasswordHashError("the parameters aren't valid for PBKDF2");
  if (iterations > MAX_PBKDF2_ITERATIONS) throw tooCostly("PBKDF2");
  return iterations;
}

/** Accepts standard base64 with or without padding; passlib writes `.` for `+`. */
function fromBase64(text = ""): Buffer {
  const standard = text.replaceAll(".", "+").replace(/=+$/, "");
  if (!/^[A-Za-z0-9+/]*$/.test(standard)) throw new PasswordHashError("the hash isn't valid base64");
  return Buffer.from(standard, "base64");
}

function requireKey(key: Buffer): Buffer {
  if (key.length < MIN_KEY_BYTES || key.length > 512) throw new PasswordHashError("the hash has the wrong length");
  return key;
}

function tooCostly(algorithm: string): PasswordHashError {
  return new PasswordHashError(`the parameters of ${algorithm} cost more than is allowed`);
}
