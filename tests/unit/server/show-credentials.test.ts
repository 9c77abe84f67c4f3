import { readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { showCredentials } from "@/lib/server/show-credentials";

const dataDir = await mkdtemp(join(tmpdir(), "first-run-"));
afterAll(() => rm(dataDir, { recursive: true }));

/** Returns the text that showing the credentials in this mode writes to the log. */
function logged(mode: "development" | "production", text: string): string {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  showCredentials({ mode, dataDir }, text);
  const written = write.mock.calls.map(([chunk]) => String(chunk)).join("");
  write.mockRestore();
  return written;
}

it("in production, the credentials of the first run are in a file of mode 0600, and in no log", () => {
  const file = join(dataDir, "first-run");
  writeFileSync(file, "of an interrupted start", { mode: 0o644 });
  expect(logged("production", "KEY=secret")).toMatch(/^First run: .* are in \S+\/first-run, .*\n$/);
  expect(readFileSync(file, "utf8")).toBe("KEY=secret");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(logged("production", "KEY=another")).not.toContain("another");
});

it("in development, they are printed", () => {
  expect(logged("development", "KEY=secret")).toBe("KEY=secret\n");
});

it("a folder that can't be written to refuses the first run", () => {
  expect(() => showCredentials({ mode: "production", dataDir: join(dataDir, "missing") }, "KEY=secret")).toThrow(
    "ENOENT",
  );
});
