import { DIGEST_BYTES, HEAD_BYTES, type Place } from "./block";

const FIRST_CAPACITY = 1_024;
/** 50 MB. Blocks beyond are stored again rather than found. */
const MOST_BLOCKS = 2 ** 20;

/** A stored block that is like another, but for its head perhaps. */
export interface Found {
  place: Place;
  hasOwnHead: boolean;
}

/** A place in an index, or in one that is being written: where its digests and heads have those of a block. */
export interface BlockRecord {
  digests: Buffer;
  heads: Buffer;
  position: number;
}

/** The places of blocks by their digests, in a hash table: digests are keyed, so nobody can choose them to collide. */
export class KnownBlocks {
  readonly #most: number;
  #capacity = FIRST_CAPACITY;
  #digests = Buffer.alloc(FIRST_CAPACITY * DIGEST_BYTES);
  #heads = Buffer.alloc(FIRST_CAPACITY * HEAD_BYTES);
  #places = new Float64Array(FIRST_CAPACITY);
  #hasOwnHead = new Uint8Array(FIRST_CAPACITY);
  /** The number of a block and one, or 0. Half of them stay free. */
  #slots = new Uint32Array(FIRST_CAPACITY * 2);
  #count = 0;

  constructor(most: number = MOST_BLOCKS) {
    this.#most = most;
  }

  find(digest: Buffer, head: Buffer): Found | null {
    const number = this.#slots[this.#slotOf(digest, 0)] ?? 0;
    if (number === 0) return null;
    const own = (number - 1) * HEAD_BYTES;
    const isAlike = head.compare(this.#heads, own, own + HEAD_BYTES, 0, HEAD_BYTES) === 0;
    return { place: this.#places[number - 1] ?? 0, hasOwnHead: !isAlike || this.#hasOwnHead[number - 1] === 1 };
  }

  /** The first place of a block stays. */
  add({ digests, heads, position }: BlockRecord, { place, hasOwnHead }: Found): void {
    if (this.#count === this.#most) return;
    if (this.#count === this.#capacity) this.#grow();
    const at = position * DIGEST_BYTES;
    const slot = this.#slotOf(digests, at);
    if (this.#slots[slot] !== 0) return;
    digests.copy(this.#digests, this.#count * DIGEST_BYTES, at, at + DIGEST_BYTES);
    heads.copy(this.#heads, this.#count * HEAD_BYTES, position * HEAD_BYTES, (position + 1) * HEAD_BYTES);
    this.#places[this.#count] = place;
    this.#hasOwnHead[this.#count] = hasOwnHead ? 1 : 0;
    this.#count += 1;
    this.#slots[slot] = this.#count;
  }

  /** Returns the slot that has the digest, or the free one for it. */
  #slotOf(digests: Buffer, at: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = digests.readUInt32LE(at) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] ?? 0;
      if (number === 0) return slot;
      const own = (number - 1) * DIGEST_BYTES;
      if (digests.compare(this.#digests, own, own + DIGEST_BYTES, at, at + DIGEST_BYTES) === 0) return slot;
    }
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#digests = Buffer.concat([this.#digests], this.#capacity * DIGEST_BYTES);
    this.#heads = Buffer.concat([this.#heads], this.#capacity * HEAD_BYTES);
    const [places, hasOwnHead] = [new Float64Array(this.#capacity), new Uint8Array(this.#capacity)];
    places.set(this.#places);
    hasOwnHead.set(this.#hasOwnHead);
    this.#places = places;
    this.#hasOwnHead = hasOwnHead;
    this.#slots = new Uint32Array(this.#capacity * 2);
    for (let number = 1; number <= this.#count; number += 1) {
      this.#slots[this.#slotOf(this.#digests, (number - 1) * DIGEST_BYTES)] = number;
    }
  }
}
