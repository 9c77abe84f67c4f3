import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { DIGEST_BYTES, HEAD_BYTES } from "./block";

/**
 * Computes the digests by which blocks are compared without their heads: HMAC-SHA-256, cut to 16 bytes. Customers choose
 * the contents of blocks, and without the key they can't look for two that have the same digest.
 */
export class BlockDigester {
  readonly #key: KeyObject;

  constructor(key: Buffer) {
    // As an object, since making one of bytes takes longer than the digest of a block.
    this.#key = createSecretKey(key);
  }

  digest(block: Buffer): Buffer {
    return createHmac("sha256", this.#key).update(block.subarray(HEAD_BYTES)).digest().subarray(0, DIGEST_BYTES);
  }
}
