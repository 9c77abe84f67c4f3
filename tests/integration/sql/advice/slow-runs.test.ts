import { afterAll, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import { listSlowRuns } from "@/lib/sql/advice/list-slow-runs";
import { random } from "@/tests/support/context";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, organisation, owner, databaseId } = await openOwnedDatabase();
afterAll(() => service.close());

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(owner.clock.now().getTime() - days * DAY_MS);

function record(text: string, durationMicros: number | null, startedAt = daysAgo(1)) {
  const { id: organisationId } = organisation;
  const id = createId("statement", random);
  const ran = { id, organisationId, databaseId, actorKind: "member", actorId: owner.actor.id, status: "succeeded" };
  return service.db.statement.create({ data: { ...ran, text, durationMicros, startedAt } });
}

it("the slowest statements of the history are listed once each, slowest first, those of the last 30 days", async () => {
  const long = `select '${"x".repeat(3_000)}'`;
  await record("select slow", 400_000, daysAgo(3));
  await record("select slow", 900_000, daysAgo(2));
  await record(long, 2_000_000);
  await record("select quick", 99_999);
  await record("select running", null);
  await record("select old", 5_000_000, daysAgo(31));
  const viewer = await service.context(organisation.member.viewer);
  expect(await listSlowRuns(viewer, { databaseId })).toEqual([
    { statement: long.slice(0, 2_000), runs: 1, micros: 2_000_000, latestAt: expect.any(String) },
    { statement: "select slow", runs: 2, micros: 900_000, latestAt: expect.any(String) },
  ]);
  for (let n = 0; n < 25; n += 1) await record(`select ${n}`, 200_000 + n);
  expect(await listSlowRuns(owner, { databaseId })).toHaveLength(20);
});

it("a stranger learns nothing", async () => {
  const stranger = await service.context((await service.organisation()).member.owner);
  await expect(listSlowRuns(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
});
