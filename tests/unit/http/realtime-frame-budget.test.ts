import { expect, it } from "vitest";
import { FRAMES_BURST, FRAMES_PER_SECOND, FrameBudget, REFUSALS_BURST } from "@/lib/http/realtime/frame-budget";
import { MAX_SUBSCRIPTIONS_OF_SOCKET } from "@/lib/services/realtime/sockets/limits";

let now = 0;
const take = (budget: FrameBudget, count: number) => Array.from({ length: count }, () => budget.take());

it("SV-M1: auth and all subscriptions of a socket fit into the burst", () => {
  const verdicts = take(new FrameBudget(() => now), 1 + MAX_SUBSCRIPTIONS_OF_SOCKET);
  expect(verdicts.every(({ kind }) => kind === "taken")).toBe(true);
});

it("SV-M1: each frame beyond it is refused, and taken when it comes back after as long as it was told", () => {
  const budget = new FrameBudget(() => now);
  take(budget, FRAMES_BURST);
  const began = now;
  const waits = take(budget, REFUSALS_BURST).map((one) => (one.kind === "refused" ? one.retryAfterSeconds : 0));
  expect(Math.min(...waits)).toBe(1);
  expect(Math.max(...waits)).toBe(REFUSALS_BURST / FRAMES_PER_SECOND);
  for (const wait of waits) {
    now = began + wait * 1_000;
    expect(budget.take()).toEqual({ kind: "taken" });
  }
});

it("SV-M1: only a client that goes on after that floods", () => {
  const budget = new FrameBudget(() => now);
  const kinds = take(budget, FRAMES_BURST + REFUSALS_BURST + 1).map(({ kind }) => kind);
  expect(kinds.indexOf("flood")).toBe(FRAMES_BURST + REFUSALS_BURST);
});
