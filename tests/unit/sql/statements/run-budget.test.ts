import { once } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { EDITOR_LIMITS, RunBudget } from "@/lib/sql/statements/run-budget";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a run ends after a minute, in which a restore point does not count", async () => {
  const budget = new RunBudget(EDITOR_LIMITS);
  vi.advanceTimersByTime(EDITOR_LIMITS.runMilliseconds - 10);
  await budget.uncounted(async () => vi.advanceTimersByTime(EDITOR_LIMITS.runMilliseconds));
  vi.advanceTimersByTime(9);
  budget.requireTime();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await once(budget.signal, "abort");
  expect(() => budget.requireTime()).toThrow(expect.objectContaining({ code: "request_timeout" }));
  expect(budget.signal.aborted).toBe(true);
  budget.close();
});

it("a run ends with its reader, and events after its end are nothing to it", () => {
  const reader = new AbortController();
  const [open, closed] = [new RunBudget(EDITOR_LIMITS, reader.signal), new RunBudget(EDITOR_LIMITS, reader.signal)];
  closed.close();
  reader.abort();
  expect([open.signal.aborted, closed.signal.aborted]).toEqual([true, false]);
  expect(new RunBudget(EDITOR_LIMITS, reader.signal).signal.aborted).toBe(true);
});

it("RF-27: the results of a run share 32 MiB", () => {
  const budget = new RunBudget(EDITOR_LIMITS);
  expect(budget.limits).toEqual(EDITOR_LIMITS.result);
  budget.spend(EDITOR_LIMITS.result.maxCharacters);
  expect(budget.limits.maxCharacters).toBe(8 * 1024 * 1024);
  budget.spend(100 * 1024 * 1024);
  expect(budget.limits.maxCharacters).toBe(0);
  budget.close();
});

it("a run that was ended for a reason says it", () => {
  const reader = new AbortController();
  const budget = new RunBudget(EDITOR_LIMITS, reader.signal);
  reader.abort(new ServiceError("conflict", "The run was cancelled."));
  expect(() => budget.requireTime()).toThrow("The run was cancelled.");
  budget.close();
});
