import { afterAll, afterEach, describe, expect, it } from "vitest";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { drainHost } from "@/lib/hosting/hosts/drain";
import { moveDatabase } from "@/lib/hosting/moves/move";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { runStatements } from "@/lib/sql/statements/run";
import { keyActor } from "@/tests/support/context";
import { NO_SUCH_DATABASE } from "@/tests/support/databases";
import { writeAsGuard } from "@/tests/support/guard";
import { postgresClient } from "@/tests/support/postgres-client";
import { openTwoHosts, run } from "@/tests/support/two-hosts";
import { restart } from "../crash/restart";

const hosts = await openTwoHosts();
const { expectUntouched, make, move, hostOf, urlOf, service, otherId, operator, owner, organisation } = hosts;

afterAll(() => hosts.close());

afterEach(async () => {
  expect(await hosts.violations()).toEqual([]);
});

/** A program that copies says in its own words that a host has gone away. */
const AWAY = ["host_unavailable", "conflict"];

const anyOf = (codes: readonly string[]) => expect.toSatisfy((code: string) => codes.includes(code));

describe("a move is refused", () => {
  it("for everyone but the operator", async () => {
    const databaseId = await make("not-theirs");
    const { member } = organisation;
    for (const actor of [member.owner, member.viewer, keyActor(member.owner), keyActor(member.viewer)]) {
      await expect(move(databaseId, { ctx: await service.context(actor) })).rejects.toMatchObject({
        code: "missing_permission",
      });
    }
    await expectUntouched(databaseId);
  });

  it("for a database that isn't there, or was deleted, and for an unknown host", async () => {
    await expect(move(NO_SUCH_DATABASE)).rejects.toMatchObject({ code: "database_not_found" });
    const id = await make("deleted-before");
    await expect(move(id, { hostId: "host_00000000000000000000" })).rejects.toMatchObject({ code: "not_found" });
    await deleteDatabase(owner, { databaseId: id });
    await expect(move(id)).rejects.toMatchObject({ code: "database_not_found" });
  });

  it("to the same host, a draining one, a full one and one of another kind", async () => {
    const id = await make("unfit-hosts");
    await expect(move(id, { hostId: service.hostId })).rejects.toMatchObject({ code: "conflict" });
    await drainHost(operator, { hostId: otherId, status: "draining" });
    await expect(move(id)).rejects.toThrow("other is draining and takes no databases");
    await drainHost(operator, { hostId: otherId, status: "active" });
    const set = (data: { capacity?: number; kind?: string }) =>
      service.db.host.update({ where: { id: otherId }, data, select: { id: true } });
    await set({ capacity: 0 });
    await expect(move(id)).rejects.toMatchObject({ code: "host_unavailable" });
    await set({ capacity: 100, kind: "dedicated" });
    await expect(move(id)).rejects.toThrow("shared hosts, and other is dedicated");
    await set({ kind: "shared" });
    await expectUntouched(id);
  });

  it("without PostgreSQL's programs, or with older ones, before anything happens", async () => {
    const databaseId = await make("without-programs");
    const input = { databaseId, hostId: otherId, dropsRestorePoints: false };
    const refused = { code: "not_configured", message: expect.stringContaining("postgresql-client-18") };
    await expect(moveDatabase(operator, input, postgresClient("/usr/lib/postgresql/15/bin"))).rejects.toMatchObject(
      refused,
    );
    expect(await service.db.operation.count({ where: { databaseId, kind: "move" } })).toBe(0);
    await expectUntouched(databaseId);
  });

  it("with restore points or undo data, unless they may be dropped", async () => {
    const id = await make("with-points", "CREATE TABLE t AS SELECT 1 AS n");
    await createRestorePoint(owner, { databaseId: id, name: "mine" });
    const confirmed = { from: 0, settings: [] };
    const update = { databaseId: id, text: "UPDATE t SET n = 2", runId: "run", mode: "run" as const, confirmed };
    await runStatements(owner, update, () => {});
    await expect(move(id)).rejects.toThrow("its restore points (1) and the data that undoes its changes (1)");
    await expectUntouched(id);
    await move(id, { dropsRestorePoints: true });
    expect((await listRestorePoints(owner, { databaseId: id })).items).toEqual([]);
    expect(await service.db.dataChange.count({ where: { databaseId: id } })).toBe(0);
  });

  it("with rows that the database's role can't read past its policies", async () => {
    const forced = "ALTER TABLE t ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY";
    const id = await make("forced", "CREATE TABLE t (n int)", forced);
    await expect(move(id)).rejects.toThrow("can't read all rows of public.t");
    await expectUntouched(id);
  });

  it("with rights of another database's role", async () => {
    const neighbour = await make("neighbour");
    const id = await make("generous", "CREATE TABLE t (n int)", `GRANT SELECT ON t TO ${neighbour}`);
    await expect(move(id)).rejects.toThrow(`rights for, ${neighbour}`);
    await expectUntouched(id);
    await deleteDatabase(owner, { databaseId: id });
  });

  it("for a database that the guard of its host restricts", async () => {
    const databaseId = await make("restricted");
    const guard = await writeAsGuard(service.cluster);
    await guard.restrict({ databaseId, state: "read_only" });
    await expect(move(databaseId)).rejects.toThrow("the guard of its host keeps it closed or read-only");
    await guard.lift(databaseId);
    await expectUntouched(databaseId);
  });

  it("while a statement is still running whose outcome only its host knows", async () => {
    const id = await make("pending");
    const at = operator.clock.now();
    await service.db.$executeRaw`
      INSERT INTO data_change (id, organisation_id, database_id, status, created_at)
      VALUES ('chg_00000000000000000001', ${organisation.id}, ${id}, 'pending', ${at})`;
    await expect(move(id)).rejects.toMatchObject({ code: "database_not_ready" });
    await service.db.dataChange.deleteMany({ where: { databaseId: id } });
    await expectUntouched(id);
  });
});

describe("a move that fails", () => {
  it("leaves the database where it was if its contents can't be made anew", async () => {
    // The constraint needs a function that finds its table by the search path, which a dump empties.
    const id = await make(
      "not-restorable",
      "CREATE TABLE word (n int); INSERT INTO word VALUES (1)",
      "CREATE FUNCTION least_word() RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN (SELECT min(n) FROM word); END'",
      "CREATE TABLE checked (n int CHECK (n >= least_word())); INSERT INTO checked VALUES (2)",
    );
    await expect(move(id)).rejects.toThrow(/stays where it is\. .*relation "word" does not exist/);
    await expectUntouched(id);
  });

  it.for(["move.journalled", "move.paused", "move.compared"])(
    "lets clients in again immediately when the target goes away at %s, which is cleared once it's back",
    async (point) => {
      const id = await make(`away-${point}`, "CREATE TABLE t AS SELECT 1 AS n");
      let stopping: Promise<unknown> = Promise.resolve();
      const crashPoint = (passed: string) => {
        if (passed === point) stopping = hosts.stopOther();
      };
      await expect(move(id, { ctx: { ...operator, crashPoint } })).rejects.toMatchObject({ code: anyOf(AWAY) });
      await stopping;
      await expectUntouched(id);
      await hosts.startOther();
      await restart(service);
      await move(id);
      expect(await hostOf(id)).toBe(otherId);
    },
  );

  it("is undone once its own host, which went away during the copy, is back", async () => {
    const id = await make("source-away", "CREATE TABLE t AS SELECT 1 AS n");
    await move(id);
    let stopping: Promise<unknown> = Promise.resolve();
    const crashPoint = (passed: string) => {
      if (passed === "move.paused") stopping = hosts.stopOther();
    };
    const back = move(id, { hostId: service.hostId, ctx: { ...operator, crashPoint } });
    await expect(back).rejects.toMatchObject({ code: anyOf(AWAY) });
    await stopping;
    await hosts.startOther();
    await restart(service);
    // An undone move leaves the other host to the reconciler's next run, which it has asked for.
    await restart(service);
    expect(await hostOf(id)).toBe(otherId);
    await run(await urlOf(id), "INSERT INTO t VALUES (2)");
  });
});
