import { expect, it, vi } from "vitest";
import { type ChangeMark, KNOWN_MS, KnownRows } from "@/lib/core/db/change-mark";

class CountedMark implements ChangeMark {
  mark: bigint | null = 0n;
  read() {
    return this.mark;
  }
  renew() {
    this.mark = (this.mark ?? 0n) + 1n;
  }
}

it("a row is known until anything is written", () => {
  const changes = new CountedMark();
  const rows = new KnownRows<string>(changes);
  rows.keeper()("a", "A");
  expect(rows.get("a")).toBe("A");
  expect(rows.get("b")).toBeUndefined();
  changes.renew();
  expect(rows.get("a")).toBeUndefined();
});

it("a row that was read before a write is not kept after it", () => {
  const changes = new CountedMark();
  const rows = new KnownRows<string>(changes);
  const keep = rows.keeper();
  changes.renew();
  expect(rows.get("a")).toBeUndefined();
  keep("a", "A");
  expect(rows.get("a")).toBeUndefined();
});

it("a row is known for a second at most, however often it is asked for", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(5);
  const rows = new KnownRows<string>(new CountedMark());
  const keep = rows.keeper();
  keep("a", "A");
  now.mockReturnValue(5 + KNOWN_MS - 1);
  expect(rows.get("a")).toBe("A");
  keep("b", "B");
  now.mockReturnValue(5 + KNOWN_MS);
  expect([rows.get("a"), rows.get("b")]).toEqual([undefined, undefined]);
  now.mockRestore();
});

it("nothing is known without a mark, or if it can't be read", () => {
  const alone = new KnownRows<string>(null);
  alone.keeper()("a", "A");
  expect(alone.get("a")).toBeUndefined();
  const changes = new CountedMark();
  changes.mark = null;
  const unread = new KnownRows<string>(changes);
  unread.keeper()("a", "A");
  expect(unread.get("a")).toBeUndefined();
});

it("many names fill no memory", () => {
  const rows = new KnownRows<number>(new CountedMark());
  const keep = rows.keeper();
  for (let i = 0; i < 20_000; i += 1) keep(String(i), i);
  expect(rows.get("9999")).toBe(9_999);
  expect(rows.get("19999")).toBeUndefined();
});
