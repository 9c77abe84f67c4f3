/** The size of a WAL segment, as `initdb` makes it. */
export const SEGMENT_BYTES = 16n * 1024n ** 2n;

/** Reads a position in the WAL, such as `0/1A2B3C4`. */
export function parseLsn(text: string): bigint {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function lsnText(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();
}

export function segmentStart(lsn: bigint): bigint {
  return lsn - (lsn % SEGMENT_BYTES);
}

/** Returns the file of the segment that a position is in. */
export function segmentFile(timeline: number, lsn: bigint): string {
  const segment = lsn / SEGMENT_BYTES;
  const perFile = 0x100000000n / SEGMENT_BYTES;
  return [BigInt(timeline), segment / perFile, segment % perFile].map(hex).join("");
}

function hex(value: bigint): string {
  return value.toString(16).toUpperCase().padStart(8, "0");
}
