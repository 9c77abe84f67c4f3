import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { installBinaries } from "@/lib/server/embedded-postgres/binaries";
import { packagedPostgres } from "@/lib/server/embedded-postgres/packaged-postgres";

/** A package as npm unpacks it, with one library that has a second name. */
function unpack(folder: string): string {
  const files = {
    "package.json": '{"version": "18.4.0"}',
    "native/bin/postgres": "program",
    "native/lib/libpq.so.5.18": "library",
    "native/pg-symlinks.json": '[{"source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5"}]',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test.each([
  { title: "without the package's install script", makesLinks: false },
  { title: "with the links that the package's install script makes", makesLinks: true },
])("the programs are copied $title", async ({ makesLinks }) => {
  const folder = mkdtempSync(join(tmpdir(), "coppice-binaries-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const source = unpack(join(folder, "package"));
  if (makesLinks) symlinkSync("libpq.so.5.18", join(source, "native/lib/libpq.so.5"));
  const programs = await installBinaries(join(folder, "postgres"), await packagedPostgres(source));
  expect(readlinkSync(join(programs, "../lib/libpq.so.5"))).toBe("libpq.so.5.18");
});
