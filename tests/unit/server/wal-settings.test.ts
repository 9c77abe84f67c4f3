import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { fileSystemOf } from "@/lib/server/data-folder/file-system";
import { walSettings } from "@/lib/server/embedded-postgres/cluster-places";

const MIB = 1024 ** 2;

it("the WAL that waits to be backed up takes a tenth of the disk, at least 256 MB and at most 16 GB", () => {
  const tenth = fileSystemOf(tmpdir()).totalBytes / 10 / MIB;
  const expected = Math.floor(Math.min(16 * 1024, Math.max(256, tenth)));
  expect(walSettings(tmpdir()).max_slot_wal_keep_size).toBe(`${expected}MB`);
});
