import { hashSecretText, randomBase62 } from "@/lib/core/crypto/secret-text";
import type { Random } from "@/lib/core/ports/random";
import { typedCode } from "@/lib/core/typed-code";
import type { UserContext } from "../context";

/** No vowels, so that no words come of it, and no characters that look alike (RFC 8628 section 6.1). */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const USER_CODE_LENGTH = 8;
const DEVICE_CODE_LENGTH = 43;
/** Bytes at or above this multiple of 20 are dropped, so that every character is equally likely. */
const UNBIASED_BELOW = 240;
const USER_CODE = new RegExp(`^[${ALPHABET}]{${USER_CODE_LENGTH}}$`);
const PURPOSE = "device-user-code";

export function newDeviceCode(random: Random): string {
  return randomBase62(DEVICE_CODE_LENGTH, random);
}

/** Returns the hash of a device's code; its purpose is part of it, so that no other secret passes for one. */
export function deviceCodeHash(code: string): Uint8Array<ArrayBuffer> {
  return hashSecretText(`device-code:${code}`);
}

/** Returns a code for a person to type, such as `WDJB-MJHT`. */
export function newUserCode(random: Random): string {
  let text = "";
  while (text.length < USER_CODE_LENGTH) {
    for (const byte of random.bytes(USER_CODE_LENGTH * 2)) {
      if (byte < UNBIASED_BELOW && text.length < USER_CODE_LENGTH) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return withDash(text);
}

/** Returns a typed code as it was shown, in any case, and with any spaces and dashes; `null` where it can be none. */
export function readUserCode(typed: string): string | null {
  const code = typedCode(typed).toUpperCase();
  return USER_CODE.test(code) ? withDash(code) : null;
}

/** A code is too short for a plain hash. */
export function userCodeMac(ctx: Pick<UserContext, "sealer" | "project">, code: string): string {
  return ctx.sealer.mac(`${ctx.project.id}:${code}`, PURPOSE);
}

/** Returns the other hashes that the code of a device which asked before a rotation of the key ring may be kept as. */
export function userCodeMacs(ctx: Pick<UserContext, "sealer" | "project">, code: string): string[] {
  return ctx.sealer.macs(`${ctx.project.id}:${code}`, PURPOSE);
}

function withDash(code: string): string {
  return `${code.slice(0, USER_CODE_LENGTH / 2)}-${code.slice(USER_CODE_LENGTH / 2)}`;
}
