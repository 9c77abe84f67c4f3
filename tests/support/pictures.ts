import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** Returns a picture of stripes, which does not compress to nothing. */
export async function makePicture(
  width: number,
  height: number,
  format: "jpeg" | "png" | "webp" | "gif" | "avif" = "jpeg",
): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 31 + (i >> 9) * 7) & 255);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** Returns a PNG file whose header says that it has these sides, and which has no pixels. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync("")),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** Returns a picture that moves through this many frames of 16 by 16 pixels. */
export async function makeFrames(count: number): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: 16 * 16 * count * 3 }, (_, i) => Math.floor(i / 768) & 255);
  return sharp(pixels, { raw: { width: 16, height: 16 * count, channels: 3, pageHeight: 16 } })
    .webp()
    .toBuffer();
}
