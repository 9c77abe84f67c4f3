import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { KeptBytes } from "@/lib/services/realtime/sockets/kept-bytes";
import { KEPT_MS, MAX_KEPT, MessageBuffer } from "@/lib/services/realtime/sockets/message-buffer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fill(ring: MessageBuffer, count: number, rest = "{}"): void {
  for (let added = 0; added < count; added += 1) ring.add({ number: ring.last + 1, rest });
}

it("keeps the last thousand messages of a topic", () => {
  const ring = new MessageBuffer("p_a", new KeptBytes());
  expect(ring.hasAllAfter(0)).toBe(true);
  fill(ring, MAX_KEPT + 5);
  expect([ring.hasAllAfter(4), ring.hasAllAfter(5)]).toEqual([false, true]);
  expect(ring.after(5)?.number).toBe(6);
  expect(ring.after(MAX_KEPT + 5)).toBeUndefined();
  expect(ring.hasAllAfter(MAX_KEPT + 6)).toBe(false);
});

it("keeps them for two minutes", () => {
  const ring = new MessageBuffer("p_a", new KeptBytes());
  fill(ring, 2);
  vi.advanceTimersByTime(KEPT_MS - 1_000);
  fill(ring, 1);
  vi.advanceTimersByTime(2_000);
  expect([ring.hasAllAfter(1), ring.hasAllAfter(2)]).toEqual([false, true]);
  vi.advanceTimersByTime(KEPT_MS);
  expect([ring.hasAllAfter(2), ring.hasAllAfter(3), ring.isEmpty]).toEqual([false, true, true]);
});

it("keeps a megabyte of a topic, and eight of a project", () => {
  const kept = new KeptBytes();
  const rings = Array.from({ length: 10 }, () => new MessageBuffer("p_a", kept));
  for (const ring of rings) fill(ring, 100, "x".repeat(32 * 1024));
  expect(rings[0]?.hasAllAfter(100 - 16)).toBe(true);
  expect(rings[0]?.hasAllAfter(100 - 17)).toBe(false);
  // There is no room for the last two topics, until another one gives its own back.
  expect(rings[9]?.isEmpty).toBe(true);
  expect(rings[9]?.hasAllAfter(99)).toBe(false);
  rings[0]?.clear();
  fill(rings[9] as MessageBuffer, 3, "x");
  expect(rings[9]?.hasAllAfter(100)).toBe(true);
  const other = new MessageBuffer("p_b", kept);
  fill(other, 16, "x".repeat(32 * 1024));
  expect(other.hasAllAfter(0)).toBe(true);
});
