import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { OperatorError } from "@/lib/core/operator-error";
import type { Random } from "@/lib/core/ports/random";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = "s1";
const MAC_FORMAT = "m1";

export interface SecretKey {
  id: string;
  secret: Uint8Array;
}

/** The first key seals, and every key opens. */
export type KeyRing = readonly [SecretKey, ...SecretKey[]];

/** The place is bound into the ciphertext, so a value moved to another row or column does not open. */
export interface SecretPlace {
  table: string;
  column: string;
  rowId: string;
}

/** A process seals with the newest key it knows for at most this long before it looks for a newer one. */
const RELOAD_AFTER_MS = 5_000;

export class SealError extends OperatorError {
  override name = "SealError";
}

/**
 * Seals by AES-256-GCM (NIST SP 800-38D) with a key derived by HKDF (RFC 5869), as `s1.<key id>.<base64url of nonce,
 * ciphertext and tag>`. `reload` runs before sealing, so that no process goes on sealing with a retired key.
 */
export class SecretSealer {
  readonly #random: Random;
  readonly #reload: (() => KeyRing) | null;
  #ring: KeyRing;
  #loadedAt = performance.now();
  #derived = new Map<string, Buffer>();

  constructor(ring: KeyRing, random: Random, reload: (() => KeyRing) | null = null) {
    this.#ring = ring;
    this.#random = random;
    this.#reload = reload;
  }

  get primaryKeyId(): string {
    return this.#ring[0].id;
  }

  has(keyId: string): boolean {
    return this.#ring.some((key) => key.id === keyId);
  }

  seal(plaintext: string, place: SecretPlace): string {
    if (this.#reload && performance.now() - this.#loadedAt > RELOAD_AFTER_MS) this.#reloadRing(this.#reload);
    const nonce = this.#random.bytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#derive(this.#ring[0], "seal"), nonce).setAAD(
      associatedData(place),
    );
    const sealed = Buffer.concat([nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `${FORMAT}.${this.#ring[0].id}.${sealed.toString("base64url")}`;
  }

  /** Throws `SealError` when the key is not in the ring or the value was changed or moved. */
  open(sealed: string, place: SecretPlace): string {
    const [format, keyId, payload] = sealed.split(".");
    if (format !== FORMAT || !keyId || !payload) throw new SealError("not a sealed value");
    const bytes = Buffer.from(payload, "base64url");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError("sealed value is too short");
    const decipher = createDecipheriv(
      "aes-256-gcm",
      this.#derive(this.#find(keyId), "seal"),
      bytes.subarray(0, NONCE_BYTES),
    )
      .setAAD(associatedData(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    } catch (cause) {
      throw new SealError("sealed value was changed or moved", { cause });
    }
  }

  /** Returns an HMAC-SHA256 for a text too short for a plain hash; it becomes invalid when its key is removed. */
  mac(text: string, purpose: string): string {
    return this.#macUnder(this.#currentRing()[0], text, purpose);
  }

  /** Returns the MACs under each key of the ring, by one of which a row is found that was written before a rotation. */
  macs(text: string, purpose: string): string[] {
    return this.#currentRing().map((key) => this.#macUnder(key, text, purpose));
  }

  /** Compares in constant time, and returns false for a value whose key is no longer in the ring. */
  isMac(stored: string, text: string, purpose: string): boolean {
    const key = this.#ring.find(({ id }) => id === stored.split(".")[1]) ?? this.#ring[0];
    const expected = Buffer.from(this.#macUnder(key, text, purpose));
    const given = Buffer.from(stored);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #currentRing(): KeyRing {
    if (this.#reload && performance.now() - this.#loadedAt > RELOAD_AFTER_MS) this.#reloadRing(this.#reload);
    return this.#ring;
  }

  #find(keyId: string): SecretKey {
    const known = this.#ring.find((key) => key.id === keyId);
    if (known) return known;
    if (this.#reload) this.#reloadRing(this.#reload);
    const reloaded = this.#ring.find((key) => key.id === keyId);
    if (!reloaded) throw new SealError(`the key ring lacks key ${keyId}`);
    return reloaded;
  }

  #reloadRing(reload: () => KeyRing): void {
    this.#ring = reload();
    this.#loadedAt = performance.now();
  }

  #macUnder(key: SecretKey, text: string, purpose: string): string {
    const derived = this.#derive(key, `mac/${purpose}`);
    return `${MAC_FORMAT}.${key.id}.${createHmac("sha256", derived).update(text).digest("base64url")}`;
  }

  /** Deriving costs several times as much as a MAC of a short text, so that each key is derived once per use. */
  #derive({ id, secret }: SecretKey, use: string): Buffer {
    const name = `${id}/${use}`;
    let derived = this.#derived.get(name);
    if (!derived) {
      derived = Buffer.from(hkdfSync("sha256", secret, new Uint8Array(), `coppice/${use}`, 32));
      this.#derived.set(name, derived);
    }
    return derived;
  }
}

export function sealedKeyId(sealed: string): string {
  return sealed.split(".")[1] ?? "";
}

/** Reads `id:base64,id:base64`, newest first. Throws when a key is not 256 bits or an id repeats. */
export function parseKeyRing(text: string): KeyRing {
  const keys = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry): SecretKey => {
      const [id, encoded] = entry.split(":");
      const secret = Buffer.from(encoded ?? "", "base64");
      if (!id || !/^[A-Za-z0-9_-]{1,32}$/.test(id) || secret.length !== 32) {
        throw new SealError("each secret key must read `id:` and 32 bytes of base64");
      }
      return { id, secret };
    });
  const [first, ...rest] = keys;
  if (!first) throw new SealError("the key ring is empty");
  if (new Set(keys.map((key) => key.id)).size !== keys.length) throw new SealError("two secret keys have the same id");
  return [first, ...rest];
}

function associatedData(place: SecretPlace): Buffer {
  return Buffer.from(`${place.table}.${place.column}:${place.rowId}`);
}
