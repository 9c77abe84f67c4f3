export const PAGE_BYTES = 8192;
const SUMS = 32;
const ROUNDS = PAGE_BYTES / (4 * SUMS);
const PRIME = 16_777_619;
const CHECKSUM_AT = 8;
const UPPER_AT = 14;

/** The initial values of the sums (`checksum_impl.h` of PostgreSQL). */
const BEGINNINGS = Int32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
);

/** Returns the fault of a page that lies at a multiple of 4 bytes; `null` if nothing is. The page is written to. */
export function pageFault(page: Buffer, number: number): string | null {
  // A page that was added and never written has no checksum, and nothing else.
  if (page.readUInt16LE(UPPER_AT) === 0) return page.every((byte) => byte === 0) ? null : "has no header";
  const expected = page.readUInt16LE(CHECKSUM_AT);
  page.writeUInt16LE(0, CHECKSUM_AT);
  return pageChecksum(page, number) === expected ? null : "has another checksum than its contents";
}

/** In 32-bit integers throughout, which takes a tenth of the time. */
function pageChecksum(page: Buffer, number: number): number {
  const words = new Int32Array(page.buffer, page.byteOffset, PAGE_BYTES / 4);
  const sums = BEGINNINGS.slice();
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    for (let at = 0; at < SUMS; at += 1) {
      const word = round < ROUNDS ? (words[round * SUMS + at] as number) : 0;
      const mixed = (sums[at] as number) ^ word;
      sums[at] = Math.imul(mixed, PRIME) ^ (mixed >>> 17);
    }
  }
  const whole = sums.reduce((mixed, sum) => mixed ^ sum, number) >>> 0;
  return (whole % 65_535) + 1;
}
