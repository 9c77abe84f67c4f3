import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createBranch } from "@/lib/hosting/branches/create";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { getRestoreWindow } from "@/lib/hosting/past-restores/get-window";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import { EVERY_SECOND } from "@/tests/support/backup-status";
import { asCustomer, refusalOf } from "@/tests/support/databases";
import { openTwoHosts, run } from "@/tests/support/two-hosts";

const hosts = await openTwoHosts();
const { make, move, hostOf, urlOf, service, other, otherId, operator, owner, organisation } = hosts;

afterAll(() => hosts.close());

afterEach(async () => {
  expect(await hosts.violations()).toEqual([]);
});

describe("a move", () => {
  it("makes all verbs work on the database of the other host, with the same password", async () => {
    const id = await make("moved", "CREATE TABLE t AS SELECT 7 AS n");
    const before = new URL(await urlOf(id));
    const moved = await move(id);
    expect(moved).toMatchObject({ id, name: "moved", host: "other", hasNewAddress: true });
    expect(moved.pausedMilliseconds).toBeGreaterThan(0);
    const after = new URL(await urlOf(id));
    expect(after.port).toBe(String(other.port));
    expect({ ...after, port: "" }).toEqual({ ...before, port: "" });
    expect(after.password).toBe(before.password);
    expect(await refusalOf(before.href)).toBe("28P01");
    const { rows } = await asCustomer(after.href, (client) => client.query("SELECT n FROM t"));
    expect(rows).toEqual([{ n: 7 }]);
    await createBranch(owner, { databaseId: id, name: "branch-of-moved" });
    await createShellConnection(owner, { databaseId: id });
    expect((await rotateCredential(owner, { databaseId: id })).connectionString).toContain(`:${other.port}/`);
  });

  it("is on record for the organisation", async () => {
    const id = await make("recorded");
    await move(id);
    const events = await service.db.auditEvent.findMany({ where: { targetId: id, action: "database.move" } });
    const [from, to] = ["embedded", "other"];
    expect(events).toEqual([
      expect.objectContaining({
        ...{ organisationId: organisation.id, actorKind: "operator", data: { name: "recorded", from, to } },
      }),
    ]);
  });

  it("goes back to the host where the database was", async () => {
    const id = await make("there-and-back", "CREATE TABLE t AS SELECT 1 AS n");
    await move(id);
    await run(await urlOf(id), "INSERT INTO t VALUES (2)");
    await move(id, { hostId: service.hostId });
    const { rows } = await asCustomer(await urlOf(id), (client) => client.query("SELECT sum(n)::int AS n FROM t"));
    expect(rows).toEqual([{ n: 3 }]);
    const [, back] = await service.db.operation.findMany({
      where: { databaseId: id, kind: "move" },
      orderBy: { createdAt: "asc" },
    });
    const window = await getRestoreWindow(
      { ...owner, readBackups: async () => EVERY_SECOND, readLocalWindow: async () => null },
      { databaseId: id },
    );
    expect(window?.from).toBe(back?.finishedAt?.toISOString());
  });

  it("leaves branches where they are, and takes a branch along by itself", async () => {
    const id = await make("parent");
    const { branch } = await createBranch(owner, { databaseId: id, name: "child" });
    await move(id);
    expect(await hostOf(branch.id)).toBe(service.hostId);
    await move(branch.id);
    expect(await hostOf(branch.id)).toBe(otherId);
  });

  it("keeps schema public away where its owner has dropped it", async () => {
    const id = await make("without-public", "DROP SCHEMA public", "CREATE SCHEMA app CREATE TABLE t (n int)");
    await move(id);
    const { rows } = await asCustomer(await urlOf(id), (client) =>
      client.query("SELECT to_regnamespace('public') AS public, to_regclass('app.t')::text AS t"),
    );
    expect(rows).toEqual([{ public: null, t: "app.t" }]);
  });

  it("ends psql logins, whose objects belong to the database's role then", async () => {
    const id = await make("psql-logins");
    const { connectionString } = await createShellConnection(owner, { databaseId: id });
    await run(
      connectionString,
      "RESET ROLE",
      "CREATE SCHEMA IF NOT EXISTS of_login",
      "CREATE TABLE of_login.t (n int)",
    );
    await move(id);
    await run(await urlOf(id), "DROP SCHEMA of_login CASCADE");
  });
});

it("verbs that come during a move are told to try again, and so are those that waited for it", async () => {
  const id = await make("in-between");
  let waiting: Promise<unknown> = Promise.resolve();
  const seen: unknown[] = [];
  const crashPoint = (point: string) => {
    if (point !== "move.looked_at") return;
    waiting = Promise.allSettled([
      rotateCredential(owner, { databaseId: id }),
      createBranch(owner, { databaseId: id, name: "too-late" }),
      createRestorePoint(owner, { databaseId: id, name: "too late" }),
    ]).then((results) => {
      for (const result of results) seen.push(result.status === "rejected" && result.reason.code);
    });
  };
  await move(id, { ctx: { ...operator, crashPoint } });
  await waiting;
  expect(seen).toEqual(Array(3).fill("database_not_ready"));
});
