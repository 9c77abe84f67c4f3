import { existsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { listDatabases } from "@/lib/hosting/databases/list";
import { DataFolder, isRoot, mountImage } from "@/tests/support/data-folder";
import { asCustomer, refusalOf } from "@/tests/support/databases";
import { fillAsCustomer, fillUp, freeBytes, keptRows, openService } from "@/tests/support/full-disk";

const MIB = 1024 ** 2;
const KEPT_ROWS = 20_000;

function newFolder(size: string): DataFolder {
  const folder = new DataFolder();
  const unmount = mountImage(folder.path, size, ["mkfs.ext4", "-q"]);
  onTestFinished(async () => {
    await folder.stop();
    unmount();
    await folder.remove();
  });
  return folder;
}

const held = (path: string) => (existsSync(path) ? statSync(path).blocks * 512 : 0);

// A normal user can mount no small disk.
describe.runIf(isRoot)("RF-19: a customer fills the disk that everything lies on", () => {
  test("the clusters come back by themselves, a start on the full disk works, and a deletion makes room", async () => {
    const folder = newFolder("1G");
    const first = await folder.start({ keepsBallast: true });
    const ballasts = ["control", "host-1"].map((name) => join(folder.state.postgresDirectory, name, "ballast"));
    const heldBytes = () => ballasts.map((path) => Math.round(held(path) / MIB));
    await expect.poll(heldBytes).toEqual([32, 128]);
    const service = await openService(first);
    const neighbour = await service.create("neighbour");
    const big = await service.create("big");
    await asCustomer(neighbour.url, (client) =>
      client.query(`CREATE TABLE kept AS SELECT g FROM generate_series(1, ${KEPT_ROWS}) g`),
    );
    const refusals = await fillAsCustomer(big.url);
    expect(refusals[0], refusals.join()).toMatch(/53100|terminat|57P/);
    await expect.poll(() => keptRows(neighbour.url)).toBe(KEPT_ROWS);
    await service.close();
    await folder.stop();
    const keptForHost = held(ballasts[1] ?? "");
    expect(keptForHost).toBeGreaterThan(0);
    expect(keptForHost).toBeLessThan(128 * MIB);
    // The last piece is given up at the start: customers would take of it what a deletion needs.
    truncateSync(ballasts[1] ?? "", 64 * MIB);
    fillUp(folder.path);
    expect(freeBytes(folder.path)).toBe(0);

    const second = await folder.start({ keepsBallast: true });
    expect(folder.said.join("\n")).toMatch(
      /The disk that holds \S+ is full \(\d+ \w+ of 973 MiB free\): free some space\. Until there is room, customers are shut out/,
    );
    expect(await refusalOf(neighbour.url)).toBe("28000");
    const again = await openService(second, service.organisation);
    const { items } = await listDatabases(again.owner, {});
    expect(items.map(({ name }) => name).sort()).toEqual(["big", "neighbour"]);
    await deleteDatabase(again.owner, { databaseId: big.databaseId });
    await expect.poll(heldBytes).toEqual([32, 128]);
    await expect.poll(() => keptRows(neighbour.url)).toBe(KEPT_ROWS);
    await again.close();
  });
});
