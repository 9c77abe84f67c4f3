/** FIN and the opcode of a binary frame. */
const WHOLE_BINARY = 0x82;
/** A longer payload has its length in two further bytes, and one beyond 64 kB in eight. */
const MOST_IN_ONE_BYTE = 125;
const MOST_IN_TWO_BYTES = 0xffff;

/** Returns an unmasked binary frame (RFC 6455 section 5.2). */
export function binaryFrame(payload: Buffer): Buffer {
  const { length } = payload;
  const frame = Buffer.allocUnsafe(headerLength(length) + length);
  frame.set(payload, writeHeader(frame, length));
  return frame;
}

/** Returns the header of an unmasked binary frame whose payload has so many bytes. */
export function binaryHeader(length: number): Buffer {
  const header = Buffer.allocUnsafe(headerLength(length));
  writeHeader(header, length);
  return header;
}

function headerLength(length: number): number {
  if (length <= MOST_IN_ONE_BYTE) return 2;
  return length <= MOST_IN_TWO_BYTES ? 4 : 10;
}

function writeHeader(bytes: Buffer, length: number): number {
  bytes[0] = WHOLE_BINARY;
  if (length <= MOST_IN_ONE_BYTE) {
    bytes[1] = length;
    return 2;
  }
  if (length <= MOST_IN_TWO_BYTES) {
    bytes[1] = 126;
    return bytes.writeUInt16BE(length, 2);
  }
  bytes[1] = 127;
  return bytes.writeBigUInt64BE(BigInt(length), 2);
}
