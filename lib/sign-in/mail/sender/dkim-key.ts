import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Random } from "@/lib/core/ports/random";
import { SERVICE } from "@/lib/core/service";

const generate = promisify(generateKeyPair);

export interface DkimKey {
  selector: string;
  /** SPKI in base64, as the record has it. */
  publicKey: string;
  /** PKCS #8 PEM. */
  privateKey: string;
}

/** Every receiver verifies RSA with 2048 bits (RFC 8301), which is not yet true of Ed25519 (RFC 8463). */
export async function makeDkimKey({ random }: { random: Random }): Promise<DkimKey> {
  const { publicKey, privateKey } = await generate("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  // Every key has its own selector, so that one project's records do not serve another's.
  const selector = `${SERVICE.slug}-${Buffer.from(random.bytes(5)).toString("hex")}`;
  return { selector, publicKey: publicKey.toString("base64"), privateKey };
}
