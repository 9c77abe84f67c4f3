import { expect, it } from "vitest";
import * as ws from "ws";
import { binaryFrame, binaryHeader } from "@/lib/http/sql/websocket/binary-frame";

/** The library's own writer of frames, which its types leave out. */
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } };
const BINARY = { fin: true, mask: false, opcode: 2, readOnly: true, rsv1: false };

it.each([1, 125, 126, 65_535, 65_536, 200_000])(
  "a payload of %i bytes has the frame that the library writes",
  (length) => {
    const payload = Buffer.alloc(length, "x");
    const expected = Buffer.concat(Sender.frame(payload, BINARY));
    expect(binaryFrame(payload).equals(expected)).toBe(true);
    expect(Buffer.concat([binaryHeader(length), payload]).equals(expected)).toBe(true);
  },
);
