import { expect, test } from "vitest";
import { majorFaultsOf } from "@/lib/infra/workerd/process-usage";

test("majorFaultsOf returns the kernel's count for a process", () => {
  const before = process.resourceUsage().majorPageFault;
  const faults = majorFaultsOf(process.pid);
  expect(faults).toBeGreaterThanOrEqual(before);
  expect(faults).toBeLessThanOrEqual(process.resourceUsage().majorPageFault);
});
