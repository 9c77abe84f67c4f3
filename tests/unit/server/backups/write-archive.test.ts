import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { writeArchive } from "@/lib/server/backups/hosts/write-archive";

/** Returns an entry of a tar archive. */
function entry(path: string, kind: "0" | "1" | "2" | "5", content = ""): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(content.length.toString(8).padStart(11, "0"), 124);
  header.write(kind, 156);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc(-content.length & 511)]);
}

/** Writes an archive that comes in chunks of 100 bytes, and returns its folder within a new one. */
async function write(bytes: Buffer): Promise<{ folder: string; around: string; written: Promise<void> }> {
  const around = await mkdtemp(join(tmpdir(), "archive-"));
  onTestFinished(() => rm(around, { recursive: true }));
  const folder = join(around, "spool");
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
  };
  return { folder, around, written: writeArchive(chunks(), folder, () => undefined) };
}

it("writes files and folders, empty ones too", async () => {
  const entries = [entry("base", "5"), entry("base/1/PG_VERSION", "0", "18\n"), entry("base/empty", "0")];
  const { folder, written } = await write(Buffer.concat([...entries, Buffer.alloc(1024)]));
  await written;
  expect(await readFile(join(folder, "base/1/PG_VERSION"), "utf8")).toBe("18\n");
  expect(await readFile(join(folder, "base/empty"), "utf8")).toBe("");
});

it.for([
  ["a symbolic link", "2", "pg_tblspc/1", /has a link/],
  ["a hard link", "1", "base/1", /has a link/],
  ["a path above the folder", "0", "base/../../outside", /outside its folder/],
  ["an absolute path", "0", "/outside", /outside its folder/],
] as const)("refuses a host's archive with %s, and writes nothing of it", async ([, kind, path, message]) => {
  const { around, written } = await write(Buffer.concat([entry(path, kind, "x"), Buffer.alloc(1024)]));
  await expect(written).rejects.toThrow(message);
  expect(await readdir(around)).toEqual([]);
});

it("refuses an archive that ends within a file", async () => {
  const { written } = await write(entry("base/1", "0", "x".repeat(2_000)).subarray(0, 1_000));
  await expect(written).rejects.toThrow("ends too early");
});
