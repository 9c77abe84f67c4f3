import * as ws from "ws";

interface FrameOptions {
  fin: boolean;
  mask: boolean;
  opcode: number;
  readOnly: boolean;
  rsv1: boolean;
}

/** The library exports it; its types leave it out. */
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: FrameOptions): Buffer[] } };

const TEXT = { fin: true, mask: false, opcode: 1, readOnly: true, rsv1: false };

/** Returns a text frame (RFC 6455 section 5.2), which can be written to any number of sockets without compression. */
export function encodeFrame(text: string): Buffer {
  return Buffer.concat(Sender.frame(Buffer.from(text), TEXT));
}
