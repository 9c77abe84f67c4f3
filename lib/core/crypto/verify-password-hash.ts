import { createCipheriv, pbkdf2, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { verify as verifyArgon2 } from "@node-rs/argon2";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";
import type { PasswordHash, ScryptCost } from "./password-hash-formats";

const derivePbkdf2 = promisify(pbkdf2);
const deriveScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const AES_KEY_BYTES = 32;

export async function matchesPasswordHash(hash: PasswordHash, password: string): Promise<boolean> {
  switch (hash.kind) {
    case "argon2":
      return verifyArgon2(hash.text, password);
    case "bcrypt":
      return verifyBcrypt(password, hash.text);
    case "scrypt":
      return isEqual(hash.key, await deriveScrypt(password, hash.salt, hash.key.length, optionsOf(hash)));
    case "firebase-scrypt": {
      const key = await deriveScrypt(password, hash.salt, AES_KEY_BYTES, optionsOf(hash));
      return isEqual(hash.key, encrypt(key, hash.signerKey));
    }
    case "pbkdf2": {
      const { digest, iterations, salt, key } = hash;
      return isEqual(key, await derivePbkdf2(password, salt, iterations, key.length, digest));
    }
  }
}

function optionsOf({ cost, blockSize, parallelization }: ScryptCost): ScryptOptions {
  // OpenSSL needs somewhat more memory than the table of 128·N·r bytes.
  const maxmem = 128 * blockSize * (cost + parallelization + 32) + 1024 ** 2;
  return { cost, blockSize, parallelization, maxmem };
}

/** Firebase's last step encrypts the project's signer key with the key that scrypt derived. */
function encrypt(key: Buffer, signerKey: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(signerKey), cipher.final()]);
}

function isEqual(expected: Buffer, actual: Buffer): boolean {
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
