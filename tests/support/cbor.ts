/** The values that CTAP2 writes: RFC 8949 section 3, canonical, with keys in the order given. */
export type CborValue = number | string | Uint8Array | CborValue[] | Map<number | string, CborValue>;

export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap((pair) => pair.map(encodeCbor))]);
}

function head(majorType: number, argument: number): Buffer {
  const type = majorType << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  if (argument < 0x100) return Buffer.from([type | 24, argument]);
  if (argument < 0x10000) return Buffer.from([type | 25, argument >> 8, argument & 0xff]);
  const bytes = Buffer.alloc(5, type | 26);
  bytes.writeUInt32BE(argument, 1);
  return bytes;
}
