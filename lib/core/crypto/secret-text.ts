import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Random } from "@/lib/core/ports/random";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Bytes at or above these multiples of 62 and of 10 are dropped, so that every character is equally likely. */
const UNBIASED_BELOW = 248;
const UNBIASED_DIGITS_BELOW = 250;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

export function randomBase62(length: number, random: Random): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random.bytes(length * 2)) {
      if (byte < UNBIASED_BELOW && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

export function randomDigits(length: number, random: Random): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random.bytes(length * 2)) {
      if (byte < UNBIASED_DIGITS_BELOW && text.length < length) text += byte % 10;
    }
  }
  return text;
}

/** Appends a CRC-32 as 6 characters, by which secret scanners tell a secret from a look-alike. */
export function createSecretText(prefix: string, random: Random): string {
  const secret = randomBase62(SECRET_LENGTH, random);
  return prefix + secret + checksum(prefix + secret);
}

export function isSecretText(prefix: string, value: string): boolean {
  if (value.length !== prefix.length + SECRET_LENGTH + CHECKSUM_LENGTH || !value.startsWith(prefix)) return false;
  const body = value.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === value.slice(-CHECKSUM_LENGTH);
}

export function hashSecretText(value: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash("sha256", value, "buffer"));
}

function checksum(text: string): string {
  let rest = crc32(text);
  let encoded = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    encoded = BASE62[rest % 62] + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}
