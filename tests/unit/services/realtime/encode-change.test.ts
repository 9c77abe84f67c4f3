import { expect, it } from "vitest";
import { viewOf } from "@/lib/services/realtime/changes/authorization/view";
import type { PublishedTable } from "@/lib/services/realtime/changes/outbox/read-tables";
import type { RecordedChange, RecordedRow } from "@/lib/services/realtime/changes/reader/poll";
import { encodeChange } from "@/lib/services/realtime/sockets/encode-change";

const column = (name: string, isKey: boolean) => ({
  ...{
    name,
    type: "integer",
    labels: null,
    isReadable: true,
    isKey,
    isPlainText: false,
    isDeterministic: true,
    isVirtual: false,
  },
});
const table: PublishedTable = {
  ...{
    schema: "public",
    name: "todos",
    audience: "anyone",
    isRecorded: true,
    isFollowed: true,
    isKept: true,
    hasRowSecurity: false,
  },
  ...{ columns: [column("id", true), column("a", false)], policies: [], hasOwnUserId: true },
  ...{ unjudgeable: [], shape: "1" },
};
const row = (id: number, a: number): RecordedRow => ({
  ...{ values: new Map(Object.entries({ id: String(id), a: String(a) })), record: null, length: 0 },
});
const update: RecordedChange = {
  ...{ schema: "public", name: "todos", op: "update", old: row(1, 1), new: row(1, 2) },
  ...{ omitted: [], shape: "1", at: "2026-11-25T12:00:00.000Z" },
};

const SEEN = { old: true, new: true };
const textOf = (frame: Buffer) => JSON.parse(frame.subarray(frame[1] === 126 ? 4 : 2).toString());

it("one frame serves all who ask for the same by the same id", () => {
  const [first, second] = [viewOf(table, { columns: ["id"] }), viewOf(table, { columns: ["id"] })];
  const [change, again] = [first(update, SEEN), second(update, SEEN)];
  if (!change || !again || change === "unknown" || again === "unknown") throw new Error("the change is seen");
  const frame = encodeChange("s", "c1", change);
  expect(encodeChange("s", "c1", again)).toBe(frame);
  expect(textOf(frame)).toMatchObject({
    type: "change",
    subscriptionId: "s",
    cursor: "c1",
    op: "update",
    new: { id: 1 },
  });
  expect(textOf(encodeChange("t", "c1", change)).subscriptionId).toBe("t");
  expect(textOf(encodeChange("t", "c2", change)).cursor).toBe("c2");
});

it("a subscriber who sees or asks for something else gets something else", () => {
  const whole = viewOf(table, {});
  expect(whole(update, SEEN)).toMatchObject({ op: "update", new: { id: 1, a: 2 } });
  expect(whole(update, { old: false, new: true })).toMatchObject({ op: "insert", new: { id: 1, a: 2 } });
  expect(whole(update, { old: true, new: false })).toMatchObject({ op: "delete", old: { id: 1 } });
  expect(whole(update, { old: false, new: false })).toBeNull();
  expect(viewOf(table, { events: ["delete"] })(update, SEEN)).toBeNull();
  const filter = [{ column: "a", op: "eq" as const, value: 1 }];
  expect(viewOf(table, { filter })(update, SEEN)).toMatchObject({ op: "delete" });
});

it("6.2: a large value that is left out is named to a subscriber who asked for it, and a merged row keeps the one before", () => {
  const small: RecordedRow = { values: new Map([["id", "1"]]), record: null, length: 0 };
  const cut = { ...update, new: small, omitted: ["a"] };
  const seen = viewOf(table, {})(cut, SEEN);
  if (!seen || seen === "unknown") throw new Error("the change is seen");
  expect(seen).toMatchObject({ new: { id: 1 }, omitted: ["a"] });
  expect({ id: 1, a: "before", ...seen.new }).toEqual({ id: 1, a: "before" });
  expect(viewOf(table, { columns: ["id"] })(cut, SEEN)).not.toHaveProperty("omitted");
  const filter = [{ column: "a", op: "eq" as const, value: 2 }];
  expect(viewOf(table, { filter })({ ...cut, old: small }, SEEN)).toBe("unknown");
});
