export function byteOffsets(text: string): (bytes: number) => number {
  const length = Buffer.byteLength(text);
  if (length === text.length) return (bytes) => bytes;
  const offsets = new Uint32Array(length + 1);
  let [byte, offset] = [0, 0];
  for (const character of text) {
    const size = Buffer.byteLength(character);
    offsets.fill(offset, byte, byte + size);
    byte += size;
    offset += character.length;
  }
  offsets[byte] = offset;
  return (bytes) => offsets[Math.min(bytes, length)] ?? offset;
}

/** Returns a UTF-16 offset for Postgres' positions, which count code points. */
export function codePointOffset(text: string, codePoints: number): number {
  let offset = 0;
  for (let count = 0; count < codePoints && offset < text.length; count += 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}
