import { expect, it } from "vitest";
import { encodeFrame } from "@/lib/services/realtime/sockets/encode-frame";

/** The header of an unmasked text frame, as RFC 6455 section 5.2 has it. */
function headerOf(length: number): Buffer {
  const header = Buffer.alloc(length > 65_535 ? 10 : length > 125 ? 4 : 2);
  header[0] = 0x81;
  header[1] = length > 65_535 ? 127 : length > 125 ? 126 : length;
  if (length > 65_535) header.writeBigUInt64BE(BigInt(length), 2);
  else if (length > 125) header.writeUInt16BE(length, 2);
  return header;
}

it.each([1, 125, 126, 65_535, 65_536, 200_000])("a text of %i bytes is a whole, unmasked frame", (length) => {
  const text = "x".repeat(length);
  expect(encodeFrame(text).equals(Buffer.concat([headerOf(length), Buffer.from(text)]))).toBe(true);
});

it("a frame counts bytes, not characters", () => {
  expect(encodeFrame("✓").equals(Buffer.concat([headerOf(3), Buffer.from("✓")]))).toBe(true);
});
