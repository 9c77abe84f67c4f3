import { expect, test } from "vitest";
import { majorFaultsOf } from "@/lib/infra/workerd/process-usage";

test("majorFaultsOf returns what the kernel counts for a process", () => {
  const before = process.resourceUsage().majorPageFault;
  const faults = majorFaultsOf(process.pid);
  expect(faults).toBeGreaterThanOrEqual(before);
  expect(faults).toBeLessThanOrEqual(process.resourceUsage().majorPageFault);
});
