import { WrittenJson, writeJson } from "@/lib/core/written-json";
import type { Change } from "../changes/authorization/change";
import { encodeFrame } from "./encode-frame";

interface Written {
  subscriptionId: string;
  cursor: string;
  frame: Buffer;
}

/** The last frame of each change: clients of an app mostly choose equal ids, so one serves many sockets. */
const written = new WeakMap<Change, Written>();

/** Returns the frame by which a subscription is told of a change. */
export function encodeChange(subscriptionId: string, cursor: string, change: Change): Buffer {
  const last = written.get(change);
  if (last?.subscriptionId === subscriptionId && last.cursor === cursor) return last.frame;
  const { new: made, old } = change;
  const frame = encodeFrame(
    writeJson({
      ...{ type: "change", subscriptionId, cursor, ...change },
      ...(made && { new: new WrittenJson(writeJson(made)) }),
      ...(old && { old: new WrittenJson(writeJson(old)) }),
    }),
  );
  written.set(change, { subscriptionId, cursor, frame });
  return frame;
}
