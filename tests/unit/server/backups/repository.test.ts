import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { FolderPlace } from "@/lib/infra/backup-place/folder-place";
import { BackupRepository } from "@/lib/server/backups/repository";

const SEALED_AT_ONCE = 65_536;

/** Yields bytes faster than they are compressed. */
async function* inPieces(bytes: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

it("a file is read whole wherever its compressed end falls, also by a slow reader", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coppice-repository-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const repository = new BackupRepository(new FolderPlace(folder), randomBytes(32));
  for (let size = SEALED_AT_ONCE - 40; size < SEALED_AT_ONCE; size += 1) {
    const bytes = randomBytes(size);
    await repository.put("file", inPieces(bytes));
    const chunks: Buffer[] = [];
    for await (const chunk of await repository.read("file")) {
      for (let turns = 0; turns < 20; turns += 1) await turn();
      chunks.push(chunk as Buffer);
    }
    expect(Buffer.concat(chunks).equals(bytes), `${size} bytes`).toBe(true);
  }
  await repository.put("file", inPieces(Buffer.alloc(0)));
  expect(await repository.readText("file")).toBe("");
});
