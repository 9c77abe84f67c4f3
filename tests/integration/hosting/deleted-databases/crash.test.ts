import { afterAll, expect, it } from "vitest";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { bringBackDatabase } from "@/lib/hosting/deleted-databases/bring-back";
import { listDeletedDatabases } from "@/lib/hosting/deleted-databases/list";
import { asCustomer, createReadyDatabase } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";
import { restart } from "../crash/restart";
import { findCrashingProcess } from "../crash/run-process";

const { service, organisation, owner: plain, violations } = await openOwnedService();
const owner = { ...plain, deletedDatabaseDays: 7 };
const organisationId = organisation.id;
const program = await findCrashingProcess();
const points = await recordCrashPoints();

afterAll(async () => {
  await service.close();
});

async function recordCrashPoints(): Promise<string[]> {
  const passed: string[] = [];
  const ctx = { ...owner, crashPoint: (name: string) => void passed.push(name) };
  const id = await createReadyDatabase(service, organisation.member.owner, "recorded");
  await deleteDatabase(ctx, { databaseId: id });
  await bringBackDatabase(ctx, { organisationId, databaseId: id, name: "recorded" });
  return passed;
}

const task = (kind: "close" | "bring-back", databaseId: string, name: string) => ({
  ...{ kind, databaseId, name, actor: organisation.member.owner, idempotencyRecordId: null },
});

it("deleting has a crash point before, after and between its steps, and so has bringing back", () => {
  const counts = (["close", "bring-back"] as const).map(
    (kind) => points.filter((point) => point.startsWith(kind)).length,
  );
  expect(counts).toEqual([6, 4]);
});

it.for(points.filter((point) => point.startsWith("close.")))(
  "RF-04: killed while deleting at %s: it is deleted, and can be brought back with its rows",
  async (point) => {
    const id = await createReadyDatabase(service, organisation.member.owner, point);
    const { connectionString } = await revealConnectionString(owner, { databaseId: id });
    await asCustomer(connectionString, (client) => client.query("CREATE TABLE t AS SELECT 7 AS n"));
    await program.crashAt(service, point, task("close", id, point));
    await expect(getDatabase(owner, { databaseId: id })).rejects.toMatchObject({ code: "database_not_found" });
    await restart(service);
    expect(await violations()).toEqual([]);
    expect((await listDeletedDatabases(owner, { organisationId })).map((each) => each.id)).toContain(id);
    await bringBackDatabase(owner, { organisationId, databaseId: id, name: point });
    const rows = await asCustomer(connectionString, async (client) => (await client.query("SELECT n FROM t")).rows);
    expect(rows).toEqual([{ n: 7 }]);
    await deleteDatabase(plain, { databaseId: id });
  },
);

it.for(points.filter((point) => point.startsWith("bring-back.")))(
  "RF-04: killed while bringing back at %s: it is ready after the restart",
  async (point) => {
    const id = await createReadyDatabase(service, organisation.member.owner, point);
    const { connectionString } = await revealConnectionString(owner, { databaseId: id });
    await deleteDatabase(owner, { databaseId: id });
    await program.crashAt(service, point, task("bring-back", id, point));
    await restart(service);
    expect(await violations()).toEqual([]);
    expect(await getDatabase(owner, { databaseId: id })).toMatchObject({ name: point, status: "ready" });
    await asCustomer(connectionString, (client) => client.query("CREATE TABLE t (n int)"));
    await deleteDatabase(plain, { databaseId: id });
  },
);
