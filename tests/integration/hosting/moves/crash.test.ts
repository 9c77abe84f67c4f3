import { afterAll, expect, it } from "vitest";
import { moveDatabase } from "@/lib/hosting/moves/move";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { OPERATOR } from "@/tests/support/context";
import { asCustomer } from "@/tests/support/databases";
import { postgresClient } from "@/tests/support/postgres-client";
import { openTwoHosts, run } from "@/tests/support/two-hosts";
import { restart } from "../crash/restart";
import { findCrashingProcess } from "../crash/run-process";

const hosts = await openTwoHosts();
const { make, urlOf, service, operator, owner, otherId } = hosts;
const program = await findCrashingProcess();
const points = await recordCrashPoints();
const LAST_BEFORE_SWITCH = "move.copy_let_in";

afterAll(async () => {
  await hosts.close();
});

/** Returns the points of a move that succeeds, and those of one that is undone. */
async function recordCrashPoints(): Promise<string[]> {
  const passed: string[] = [];
  const ctx = { ...operator, crashPoint: (name: string) => void passed.push(name) };
  const id = await make("recorded");
  await moveDatabase(ctx, { databaseId: id, hostId: otherId, dropsRestorePoints: false }, postgresClient());
  return passed;
}

it("a move has a crash point before, after and between its steps, and so has clearing", () => {
  const isBefore = (point: string) => points.indexOf(point) <= points.indexOf(LAST_BEFORE_SWITCH);
  const [before, after] = [points.filter(isBefore), points.filter((point) => !isBefore(point))];
  expect([before.length, after.length]).toEqual([10, 7]);
  expect([before[0], after[0], after.at(-1)]).toEqual(["move.journalled", "move.switched", "clear.done"]);
});

it.for(points)(
  "RF-02: killed while moving at %s: the database is whole on one host, and nothing is on the other",
  async (point) => {
    const id = await make(point, "CREATE TABLE t AS SELECT 7 AS n");
    await createRestorePoint(owner, { databaseId: id, name: "before" });
    await program.crashAt(service, point, {
      ...{ kind: "move", actor: OPERATOR, idempotencyRecordId: null, databaseId: id, name: "", hostId: otherId },
    });
    await restart(service);
    // An undone move leaves the other host to the reconciler's next run, which it has asked for.
    await restart(service);
    expect(await hosts.violations()).toEqual([]);
    const { hostId } = await service.db.database.findUniqueOrThrow({ where: { id }, select: { hostId: true } });
    const isMoved = points.indexOf(point) > points.indexOf(LAST_BEFORE_SWITCH);
    expect(hostId).toBe(isMoved ? otherId : service.hostId);
    expect(await service.db.restorePoint.count({ where: { databaseId: id } })).toBe(isMoved ? 0 : 1);
    await run(await urlOf(id), "INSERT INTO t VALUES (8)");
    const to = isMoved ? service.hostId : otherId;
    await moveDatabase(operator, { databaseId: id, hostId: to, dropsRestorePoints: true }, postgresClient());
    const { rows } = await asCustomer(await urlOf(id), (client) => client.query("SELECT n FROM t ORDER BY n"));
    expect(rows).toEqual([{ n: 7 }, { n: 8 }]);
    expect(await hosts.violations()).toEqual([]);
  },
);
