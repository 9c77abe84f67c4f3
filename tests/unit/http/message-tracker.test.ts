import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageTracker } from "@/lib/http/sql/websocket/message-tracker";
import { message } from "@/tests/support/protocol-client";

function trackerOf(...chunks: Buffer[]): MessageTracker {
  const tracker = new MessageTracker();
  for (const chunk of chunks) tracker.read(chunk);
  return tracker;
}

describe("the messages of a server", () => {
  const row = message("D", Buffer.alloc(300, 1));
  const ready = message("Z", Buffer.from("I"));
  const notice = message("N", Buffer.from("SNOTICE\0\0"));

  it("are followed wherever a chunk is cut", () => {
    const types = fc.constantFrom("D", "C", "T", "E", "Z");
    const messages = fc.array(fc.tuple(types, fc.uint8Array({ maxLength: 40 })), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(messages, fc.array(fc.integer({ min: 1, max: 60 })), (sent, cuts) => {
        const bytes = Buffer.concat(sent.map(([type, body]) => message(type, Buffer.from(body))));
        const tracker = new MessageTracker();
        let offset = 0;
        for (const cut of cuts) {
          tracker.read(bytes.subarray(offset, offset + cut));
          offset += cut;
        }
        tracker.read(bytes.subarray(offset));
        expect(tracker.isBetweenMessages).toBe(true);
        expect(tracker.isReady).toBe(sent.at(-1)?.[0] === "Z");
        expect(tracker.endsWithError).toBe(sent.at(-1)?.[0] === "E");
        tracker.read(row.subarray(0, 4));
        expect(tracker.isBetweenMessages).toBe(false);
      }),
    );
  });

  it("are complete only at their last byte", () => {
    for (let end = 1; end < row.length; end += 1) {
      expect(trackerOf(ready, row.subarray(0, end)).isBetweenMessages, `${end}`).toBe(false);
    }
    expect(trackerOf(ready, row)).toMatchObject({ isBetweenMessages: true, isReady: false });
  });

  it("that come at any time change nothing about whether the server is ready", () => {
    expect(trackerOf(ready, notice).isReady).toBe(true);
    expect(trackerOf(ready, notice.subarray(0, 7)).isReady).toBe(false);
    expect(trackerOf(row, notice).isReady).toBe(false);
  });
});
