import { expect, it, vi } from "vitest";
import { HostUnavailableError, ServiceError } from "@/lib/core/errors";
import { StatementSyntaxError } from "@/lib/sql/grammar/parse";

it("an error of another bundle's copy of the class is one, and no other class's", async () => {
  vi.resetModules();
  const other = await import("@/lib/core/errors");
  expect(other.ServiceError).not.toBe(ServiceError);
  const [plain, away] = [new other.ServiceError("conflict", "no"), new other.HostUnavailableError("away")];
  expect([plain instanceof ServiceError, away instanceof ServiceError]).toEqual([true, true]);
  expect([plain instanceof HostUnavailableError, away instanceof HostUnavailableError]).toEqual([false, true]);
  expect([plain instanceof StatementSyntaxError, away instanceof StatementSyntaxError]).toEqual([false, false]);
  for (const value of [new Error("no"), { name: "ServiceError" }, null, "ServiceError"]) {
    expect(value instanceof ServiceError).toBe(false);
  }
});
