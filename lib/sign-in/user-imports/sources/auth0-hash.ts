import { type Fields, objectOf, textOf } from "./fields";

/**
 * Returns the hash of Auth0's `custom_password_hash` in the form in which it is stored here. A fast hash, such as salted
 * SHA-256, stays in a form that no import accepts: it would be kept until its user signs in.
 */
export function customHash(value: unknown): string | null {
  const custom = objectOf(value);
  const algorithm = textOf(custom.algorithm);
  if (algorithm === null) return null;
  const hash = objectOf(custom.hash);
  const text = textOf(hash.value) ?? "";
  switch (algorithm) {
    case "argon2":
    case "bcrypt":
    case "pbkdf2":
      return text;
    case "scrypt":
      return scryptHash(custom, bytesOf(hash));
    default:
      return `$${algorithm}$`;
  }
}

/** Auth0 has Node's defaults where a parameter is missing. */
function scryptHash(custom: Fields, key: Buffer): string {
  const cost = Number(custom.cost ?? custom.N ?? 16_384);
  const log = Math.log2(cost);
  const [blockSize, parallelization] = [custom.blockSize ?? custom.r ?? 8, custom.parallelization ?? custom.p ?? 1];
  const salt = bytesOf(objectOf(custom.salt));
  // A cost that is no power of two is none of scrypt (RFC 7914 section 2).
  const power = Number.isInteger(log) ? log : "?";
  return `$scrypt$ln=${power},r=${blockSize},p=${parallelization}$${salt.toString("base64")}$${key.toString("base64")}`;
}

function bytesOf({ value, encoding }: Fields): Buffer {
  const names = { hex: "hex", base64: "base64" } as const;
  return Buffer.from(textOf(value) ?? "", names[String(encoding) as keyof typeof names] ?? "utf8");
}
