import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { isRoot, mountImage } from "@/tests/support/data-folder";
import { asCustomer } from "@/tests/support/databases";
import { fillUp, freeBytes } from "@/tests/support/full-disk";
import { openTwoHosts } from "@/tests/support/two-hosts";
import { restart } from "../crash/restart";

// A normal user can mount no small disk.
describe.runIf(isRoot)("a move to a host whose disk becomes full", () => {
  let unmount = () => {};
  let hosts: Awaited<ReturnType<typeof openTwoHosts>>;

  beforeAll(async () => {
    hosts = await openTwoHosts((folder) => {
      unmount = mountImage(join(folder, "other"), "256M", ["mkfs.ext4", "-q"]);
    });
  });

  afterAll(() => hosts.close(() => unmount()));

  it.for([
    ["while the database is made", "move.journalled"],
    ["amid the copy", "move.paused"],
  ] as const)("%s is undone, says so, and succeeds once there is space", async ([moment, point]) => {
    const { make, move, operator, expectUntouched, service } = hosts;
    const id = await make(
      moment,
      "CREATE TABLE t AS SELECT g, repeat('x', 960) AS text FROM generate_series(1, 5000) g",
    );
    const disk = join(hosts.folder, "other");
    let filler = "";
    onTestFinished(() => rmSync(filler, { force: true }));
    const crashPoint = (passed: string) => {
      if (passed === point && filler === "") filler = fillUp(disk);
    };
    await expect(move(id, { ctx: { ...operator, crashPoint } })).rejects.toMatchObject({
      message: expect.stringMatching(/stays where it is.*(disk of other is full|has a full disk)\. Free space there/),
    });
    expect(freeBytes(disk)).toBeLessThan(5_000_000);
    await expectUntouched(id);
    rmSync(filler);
    await restart(service);
    expect(await hosts.violations()).toEqual([]);
    await move(id);
    const { rows } = await asCustomer(await hosts.urlOf(id), (client) =>
      client.query("SELECT count(*)::int AS n FROM t"),
    );
    expect(rows).toEqual([{ n: 5000 }]);
    expect(await hosts.violations()).toEqual([]);
  });
});
