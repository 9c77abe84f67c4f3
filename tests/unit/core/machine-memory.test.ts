import { totalmem } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { machineMemory } from "@/lib/core/machine-memory";
import { customerProcessBytes } from "@/lib/server/embedded-postgres/process-memory";

const MEBIBYTE = 1024 * 1024;

const limitedTo = (bytes: number) => vi.spyOn(process, "constrainedMemory").mockReturnValue(bytes);

afterEach(() => vi.restoreAllMocks());

const functionBytes = (variables: Record<string, string> = {}) =>
  readEnvironment({ NODE_ENV: "development", ...variables }).functions.memoryBytes;

describe("in a container", () => {
  test("functions get a quarter of its memory, as long as that is enough for one", () => {
    limitedTo(1024 * MEBIBYTE);
    expect(machineMemory()).toBe(1024 * MEBIBYTE);
    expect(functionBytes()).toBe(256 * MEBIBYTE);
    limitedTo(256 * MEBIBYTE);
    expect(functionBytes()).toBe(128 * MEBIBYTE);
  });

  test("functions get the memory that the operator names", () => {
    limitedTo(1024 * MEBIBYTE);
    expect(functionBytes({ COPPICE_FUNCTIONS_MEMORY: "768" })).toBe(768 * MEBIBYTE);
  });

  test("a customer's query gets an eighth of its memory", () => {
    limitedTo(8192 * MEBIBYTE);
    expect(customerProcessBytes()).toBe(Math.min(8192 * MEBIBYTE, totalmem()) / 8);
  });
});

test.each([
  ["that the kernel doesn't tell", 0],
  ["beyond the machine's memory", 2 ** 64],
])("a limit %s leaves the whole machine", (_what, bytes) => {
  limitedTo(bytes);
  expect(machineMemory()).toBe(totalmem());
  expect(functionBytes()).toBe(Math.max(Math.floor(totalmem() / 4), 128 * MEBIBYTE));
});
