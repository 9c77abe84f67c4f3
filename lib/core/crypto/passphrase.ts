import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import { SealError } from "./seal";

const Scrypt = z.object({ salt: z.base64(), N: z.int().max(2 ** 20), r: z.int().max(32), p: z.int().max(16) });

/** A key that a passphrase seals, in a form that may lie where strangers read. */
export const PassphraseSealed = z.object({ scrypt: Scrypt, nonce: z.base64(), key: z.base64(), tag: z.base64() });
type PassphraseSealed = z.infer<typeof PassphraseSealed>;

/** 128 MB of memory and about half a second for each guess. */
export const PASSPHRASE_COST = { N: 2 ** 17, r: 8, p: 1 };

let cost = PASSPHRASE_COST;

/** Seals later keys of this process at another cost, for tests of other matters than the cost. */
export function setPassphraseCost(next: typeof PASSPHRASE_COST): void {
  cost = next;
}

export async function sealByPassphrase(key: Uint8Array, passphrase: string): Promise<PassphraseSealed> {
  const settings = { salt: randomBytes(16).toString("base64"), ...cost };
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", await derive(passphrase, settings), nonce);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    scrypt: settings,
    nonce: nonce.toString("base64"),
    key: sealed.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
  };
}

/** Throws `SealError` for another passphrase. */
export async function openByPassphrase(sealed: PassphraseSealed, passphrase: string): Promise<Buffer> {
  const key = await derive(passphrase, sealed.scrypt);
  const tag = Buffer.from(sealed.tag, "base64");
  if (tag.length !== 16) throw new SealError("a key's tag is cut off");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(sealed.nonce, "base64")).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(Buffer.from(sealed.key, "base64")), decipher.final()]);
  } catch (cause) {
    throw new SealError("another passphrase sealed the key", { cause });
  }
}

async function derive(passphrase: string, { salt, N, r, p }: z.infer<typeof Scrypt>): Promise<Buffer> {
  const options = { N, r, p, maxmem: 128 * N * r + 64 * 1024 ** 2 };
  const run = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
  return run(passphrase.normalize("NFKC"), Buffer.from(salt, "base64"), 32, options);
}
