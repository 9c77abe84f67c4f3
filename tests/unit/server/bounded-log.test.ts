import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BoundedLog } from "@/lib/server/embedded-postgres/bounded-log";

test("a log never takes more than twice its bound, and keeps the newest lines", () => {
  const folder = mkdtempSync(join(tmpdir(), "coppice-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "server.log");
  const log = new BoundedLog(path, 1_000);
  for (let i = 0; i < 500; i++) log.write(Buffer.from(`line ${i}\n`));
  log.close();
  const sizes = [path, `${path}.1`].map((name) => statSync(name).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
  expect(readFileSync(path, "utf8")).toMatch(/line 499\n$/);
});
