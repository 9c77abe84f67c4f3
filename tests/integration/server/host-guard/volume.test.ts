import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRoot } from "@/tests/support/data-folder";
import { ended, GuardedHost } from "@/tests/support/guarded-host";

const MIB = 1024 ** 2;

let parent: string;
let host: GuardedHost;

beforeAll(async () => {
  if (!isRoot) return;
  parent = mkdtempSync(join(tmpdir(), "coppice-small-volume-"));
  chmodSync(parent, 0o711);
  const [image, folder] = [join(parent, "image"), join(parent, "mounted")];
  mkdirSync(folder);
  execFileSync("truncate", ["-s", `${1_200 * MIB}`, image]);
  execFileSync("/usr/sbin/mkfs.ext4", ["-q", image]);
  execFileSync("mount", ["-o", "loop", image, folder]);
  host = await GuardedHost.start(folder);
  await host.guard();
});
afterAll(async () => {
  if (!isRoot) return;
  await host.stop();
  execFileSync("umount", [join(parent, "mounted")]);
  rmSync(parent, { recursive: true, force: true });
});

it.runIf(isRoot)(
  "RF-19: a database that fills the volume is closed before it is full, and a neighbour goes on writing",
  async () => {
    const [attacker, neighbour] = [await host.addDatabase("a"), await host.addDatabase("n")];
    const app = await host.connect(neighbour);
    await app.query("CREATE TABLE orders (id int)");
    const writer = await host.connect(attacker);
    const gone = ended(writer);
    const fill = writer.query(
      "CREATE TABLE fill AS SELECT repeat('x', 2000) AS filling FROM generate_series(1, 1000000)",
    );
    const failure = fill.then(
      () => null,
      (error) => error,
    );
    let [written, isOver] = [0, false];
    void gone.then(() => {
      isOver = true;
    });
    const writing = (async () => {
      for (; !isOver; written++) await app.query("INSERT INTO orders VALUES ($1)", [written]);
    })();
    // A full disk would have been 53100, or the end of the server for everybody.
    expect(await failure).toMatchObject({ message: expect.stringMatching(/terminat|closed the connection/) });
    await writing;
    await expect
      .poll(() => host.events())
      .toContainEqual(expect.objectContaining({ rule: "volume", act: "closed", databaseId: attacker }));
    await expect(host.connect(attacker)).rejects.toMatchObject({ code: "28000" });
    expect((await app.query("SELECT count(*)::int AS rows FROM orders")).rows).toEqual([{ rows: written }]);
    expect((await host.events()).filter(({ databaseId }) => databaseId === neighbour)).toEqual([]);
  },
);
