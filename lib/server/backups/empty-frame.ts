/** A zstd frame of nothing. */
const EMPTY_FRAME = Buffer.from("28b52ffd2000010000", "hex");

/**
 * Leaves out the empty frame that Node's compressor adds after its own where it is ended while writes wait. Node's
 * decompressor ends at the first frame, and fails by chance where the second is cut by the end of a chunk.
 */
export async function* withoutEmptyFrame(compressed: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of compressed) {
    const all = Buffer.concat([held, chunk]);
    const end = Math.max(0, all.length - EMPTY_FRAME.length);
    if (end > 0) {
      yield all.subarray(0, end);
      isFirst = false;
    }
    held = all.subarray(end);
  }
  if (isFirst || !held.equals(EMPTY_FRAME)) yield held;
}
