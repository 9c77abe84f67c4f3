import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readPassphrase } from "@/lib/server/backups/passphrase-file";

const folder = mkdtempSync(join(tmpdir(), "passphrase-"));
const file = join(folder, "passphrase");
afterAll(() => rmSync(folder, { recursive: true }));

it("reads a passphrase without the line's end, and refuses one of fewer than 16 characters without showing it", async () => {
  writeFileSync(file, "sixteen letters!\n");
  expect(await readPassphrase(file)).toBe("sixteen letters!");
  writeFileSync(file, "fifteen letters\n");
  await expect(readPassphrase(file)).rejects.toMatchObject({
    name: "OperatorError",
    message: `The passphrase in ${file} needs at least 16 characters.`,
  });
});
