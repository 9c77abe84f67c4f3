import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAX_RUN_MILLISECONDS, RESULT_LIMITS, RunBudget } from "@/lib/sql/statements/run-budget";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a run ends after 3 minutes, in which a restore point does not count", async () => {
  const budget = new RunBudget();
  vi.advanceTimersByTime(MAX_RUN_MILLISECONDS - 10);
  await budget.uncounted(async () => vi.advanceTimersByTime(MAX_RUN_MILLISECONDS));
  vi.advanceTimersByTime(9);
  budget.requireTime();
  vi.advanceTimersByTime(1);
  expect(() => budget.requireTime()).toThrow(expect.objectContaining({ code: "request_timeout" }));
  expect(budget.signal.aborted).toBe(true);
  budget.close();
});

it("a run ends with its reader, and what happens after its end is nothing to it", () => {
  const reader = new AbortController();
  const [open, closed] = [new RunBudget(reader.signal), new RunBudget(reader.signal)];
  closed.close();
  reader.abort();
  expect([open.signal.aborted, closed.signal.aborted]).toEqual([true, false]);
  expect(new RunBudget(reader.signal).signal.aborted).toBe(true);
});

it("RF-27: the results of a run share 32 MiB", () => {
  const budget = new RunBudget();
  expect(budget.limits).toEqual(RESULT_LIMITS);
  budget.spend(RESULT_LIMITS.maxCharacters);
  expect(budget.limits.maxCharacters).toBe(8 * 1024 * 1024);
  budget.spend(100 * 1024 * 1024);
  expect(budget.limits.maxCharacters).toBe(0);
  budget.close();
});
