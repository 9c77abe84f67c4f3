import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcile } from "@/lib/jobs/reconcile";
import { findScratch } from "@/lib/server/backups/scratch/folder";
import { nextMillisecond } from "@/tests/support/backups";
import { placePrograms } from "@/tests/support/bundled-programs";
import { asCustomer } from "@/tests/support/databases";
import { RegisteredPast } from "@/tests/support/registered-past";
import { runRestoreProcess } from "@/tests/support/restore-process";
import { findProcesses } from "@/tests/support/supervised-service";

/** The steps of a restore of a registered host's database. One that is interrupted for the third time isn't begun again. */
const KILLED_AT = [
  ["recovered", "made"],
  ["copied", "let_in"],
] as const;

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `registered-past-crash-${process.pid}`);
const past = new RegisteredPast();
let source: string;
let at: Date;

const restoreOne = (crashAt?: string) =>
  runRestoreProcess({ built, world: past.world, service: past.service, crashAt });
const countIn = async (id: string) =>
  asCustomer(await past.urlOf(id), async (client) => (await client.query("SELECT count(*)::int FROM item")).rows[0]);
const rowOf = (databaseId: string) =>
  past.service.db.pastRestore.findUniqueOrThrow({
    where: { databaseId },
    select: { status: true, attempts: true, database: { select: { status: true } } },
  });

beforeAll(async () => {
  await placePrograms(built);
  await past.start();
  source = await past.make("orders");
  await past.kept.engine.ship();
  await past.kept.backUp();
  await asCustomer(await past.urlOf(source), (client) =>
    client.query("CREATE TABLE item AS SELECT n FROM generate_series(1, 1000) n"),
  );
  at = await nextMillisecond();
  await nextMillisecond();
  await asCustomer(await past.urlOf(source), (client) => client.query("DELETE FROM item WHERE n > 10"));
  await past.ship();
});
afterAll(async () => {
  await past.remove();
  rmSync(built, { recursive: true, force: true });
});

test.each(KILLED_AT)(
  "a restore of a registered host's database that is killed at %s, and again at %s, is repaired by the next start",
  async (...points) => {
    const before = await past.leftOnHost();
    const { id } = await past.request(source, at, points.join("-").replace("_", "-"));
    for (const point of points) {
      expect(await restoreOne(point), point).toBe("SIGKILL");
      expect(await rowOf(id), point).toMatchObject({ status: "running", database: { status: "provisioning" } });
      // The worker looks at everything when it starts, and leaves a restore that has begun alone.
      const reports = await reconcile(await past.service.worker());
      for (const report of reports) expect(report, point).toMatchObject({ missing: [], settled: [], dropped: [] });
    }
    expect(await restoreOne()).toBeNull();
    expect(await rowOf(id)).toMatchObject({ status: "done", attempts: 3, database: { status: "ready" } });
    expect(await countIn(id)).toEqual({ count: 1000 });
    expect(await countIn(source)).toEqual({ count: 10 });
    expect(await past.leftOnHost()).toEqual([...before, id, `role ${id}`].sort());
    const { folder } = await findScratch(past.world.folder.path, past.world.settings);
    expect(existsSync(folder)).toBe(false);
    expect(findProcesses(({ workingFolder }) => workingFolder.startsWith(folder))).toEqual([]);
  },
);
