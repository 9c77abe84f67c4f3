import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdtempSync, readlinkSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { findServiceUser } from "@/lib/server/data-folder/service-user";
import { startTemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import { moveWal } from "@/lib/server/embedded-postgres/wal-directory";
import { queryOne } from "@/tests/support/data-folder";

let folder: string;
let dataDirectory: string;
let wal: string;

const start = () => startTemporaryCluster({ kind: "host", folder, name: "moved", log: () => undefined });
const move = async () => {
  const user = await findServiceUser("coppice-host");
  await moveWal({ dataDirectory, directory: join(folder, "moved.wal"), user, log: () => undefined });
};
const copy = (...args: string[]) => execFileSync("cp", ["-a", ...args]);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-wal-"));
  chmodSync(folder, 0o711);
  const cluster = await start();
  dataDirectory = cluster.dataDirectory;
  wal = join(dataDirectory, "pg_wal");
  await queryOne(cluster.url, "CREATE ROLE kept");
  await cluster.stop();
  return () => rmSync(folder, { recursive: true, force: true });
});

async function expectMoved(): Promise<void> {
  expect(readlinkSync(wal)).toBe("../../moved.wal/pg_wal");
  expect(existsSync(`${wal}.moved`)).toBe(false);
  const cluster = await start();
  onTestFinished(() => cluster.stop());
  expect(await queryOne(cluster.url, "SELECT rolname FROM pg_roles WHERE rolname = 'kept'")).toEqual({
    rolname: "kept",
  });
}

test("RF-19: the write-ahead log moves, and the cluster starts with it", async () => {
  await move();
  await move();
  await expectMoved();
});

test.each([
  [
    "while it was copied",
    () => {
      execFileSync("sh", ["-c", 'rm -rf "$1/pg_wal"/0* && touch "$1/pg_wal/half"', "sh", join(folder, "moved.wal")]);
      rmSync(wal);
      copy(join(folder, "before"), wal);
    },
  ],
  [
    "after the old folder was renamed",
    () => {
      rmSync(wal);
      copy(join(folder, "before"), `${wal}.moved`);
    },
  ],
  ["before the old folder was removed", () => copy(join(folder, "before"), `${wal}.moved`)],
])("RF-19: a move that was cut short %s is finished", async (_when, cutShort) => {
  copy(wal, join(folder, "before"));
  await move();
  cutShort();
  await move();
  expect(existsSync(join(folder, "moved.wal", "pg_wal", "half"))).toBe(false);
  await expectMoved();
});

test("RF-19: a link that leads elsewhere is not followed", async () => {
  renameSync(wal, join(folder, "elsewhere"));
  execFileSync("ln", ["-s", join(folder, "elsewhere"), wal]);
  await expect(move()).rejects.toMatchObject({
    name: "OperatorError",
    message: expect.stringMatching(/links to \S+elsewhere\. Link it to /),
  });
  expect(lstatSync(join(folder, "elsewhere")).isDirectory()).toBe(true);
});
