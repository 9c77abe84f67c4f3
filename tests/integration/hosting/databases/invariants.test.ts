import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import type { DatabaseHost } from "@/lib/core/ports/database-host";
import { createBranch } from "@/lib/hosting/branches/create";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { beginOperation } from "@/lib/hosting/operations/journal";
import { reconcile } from "@/lib/jobs/reconcile";
import { random } from "@/tests/support/context";
import { asSuperuser, createReadyDatabase } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();
let id: string;

beforeAll(async () => {
  id = await createReadyDatabase(service, organisation.member.owner);
});

beforeEach(async () => {
  expect(await violations()).toEqual([]);
});

afterAll(() => service.close());

const onHost = (statement: string) =>
  asSuperuser(service.cluster, "postgres", (client: pg.Client) => client.query(statement));

describe("the checker of the invariants finds", () => {
  const planted: [rule: string, plant: (id: string) => string, heal: (id: string) => string][] = [
    [
      "closed_database",
      (it) => `ALTER DATABASE "${it}" ALLOW_CONNECTIONS false`,
      (it) => `ALTER DATABASE "${it}" ALLOW_CONNECTIONS true`,
    ],
    [
      "wrong_access",
      (it) => `GRANT CONNECT ON DATABASE "${it}" TO PUBLIC`,
      (it) => `REVOKE CONNECT ON DATABASE "${it}" FROM PUBLIC`,
    ],
    [
      "wrong_access",
      (it) => `REVOKE TEMPORARY ON DATABASE "${it}" FROM "${it}"`,
      (it) => `SET ROLE provisioner; GRANT TEMPORARY ON DATABASE "${it}" TO "${it}"`,
    ],
    ["wrong_role", (it) => `ALTER ROLE "${it}" CREATEDB`, (it) => `ALTER ROLE "${it}" NOCREATEDB`],
    ["wrong_role", (it) => `GRANT pg_monitor TO "${it}"`, (it) => `REVOKE pg_monitor FROM "${it}"`],
    [
      "broken_database",
      (it) => `UPDATE pg_database SET datconnlimit = -2 WHERE datname = '${it}'`,
      (it) => `UPDATE pg_database SET datconnlimit = -1 WHERE datname = '${it}'`,
    ],
    [
      "credential_refused",
      (it) => `ALTER ROLE "${it}" RENAME TO "${it}x"`,
      (it) => `ALTER ROLE "${it}x" RENAME TO "${it}"`,
    ],
    [
      "row_without_role",
      (it) => `ALTER ROLE "${it}" RENAME TO "${it}x"`,
      (it) => `ALTER ROLE "${it}x" RENAME TO "${it}"`,
    ],
    ["role_without_row", () => 'CREATE ROLE "db_orphan"', () => 'DROP ROLE "db_orphan"'],
    ["database_without_row", () => 'CREATE DATABASE "db_orphan"', () => 'DROP DATABASE "db_orphan"'],
    [
      "row_without_database",
      (it) => `ALTER DATABASE "${it}" RENAME TO "${it}x"`,
      (it) => `ALTER DATABASE "${it}x" RENAME TO "${it}"`,
    ],
    [
      "wrong_owner",
      (it) => `ALTER DATABASE "${it}" OWNER TO platform_root`,
      (it) => `ALTER DATABASE "${it}" OWNER TO provisioner`,
    ],
  ];

  it.for(planted)("%s", async ([rule, plant, heal]) => {
    await onHost(plant(id));
    const found = await violations();
    await onHost(heal(id));
    expect(found.map((violation) => violation.rule)).toContain(rule);
  });

  it("foreign_dependency", async () => {
    const other = await createReadyDatabase(service, organisation.member.owner);
    await asSuperuser(service.cluster, id, (client) =>
      client.query(`CREATE TABLE t (); ALTER TABLE t OWNER TO "${other}"`),
    );
    expect(await violations()).toEqual([{ rule: "foreign_dependency", subject: id }]);
    await asSuperuser(service.cluster, id, (client) => client.query("DROP TABLE t"));
    await deleteDatabase(owner, { databaseId: other });
  });

  it("orphan_directory", async () => {
    const directory = join(service.cluster.dataDirectory, "base", "4294967");
    await mkdir(directory);
    const found = await violations();
    await rm(directory, { recursive: true });
    expect(found).toEqual([{ rule: "orphan_directory", subject: "4294967" }]);
  });

  it("operation_running, for each that is not settled", async () => {
    const made = await createDatabase(owner, { name: "unsettled" });
    const found = await violations();
    await deleteDatabase(owner, { databaseId: made.id });
    expect(found).toEqual([{ rule: "operation_running", subject: expect.stringMatching(/^op_/) }]);
  });

  it("row_without_operation", async () => {
    await service.db.database.update({ where: { id }, data: { status: "deleting" } });
    const found = await violations();
    await service.db.database.update({ where: { id }, data: { status: "ready" } });
    expect(found).toEqual([{ rule: "row_without_operation", subject: id }]);
  });

  it("secret_does_not_open, also for a secret that was moved from another row", async () => {
    const other = await createReadyDatabase(service, organisation.member.owner);
    const passwordOf = (row: string) =>
      service.db.database.findUniqueOrThrow({ where: { id: row }, select: { password: true } });
    const [own, moved] = [await passwordOf(id), await passwordOf(other)];
    await service.db.database.update({ where: { id }, data: moved });
    const found = await violations();
    await service.db.database.update({ where: { id }, data: own });
    expect(found).toEqual([{ rule: "secret_does_not_open", subject: `database ${id}` }]);
  });
});

describe("the reconciler", () => {
  it("opens a database that stands closed for no reason, and leaves one alone that an operation has closed", async () => {
    await onHost(`ALTER DATABASE "${id}" ALLOW_CONNECTIONS false`);
    const [report] = await reconcile(await service.worker());
    expect(report).toMatchObject({ reopened: [id], orphans: [], missing: [] });
    const reports: Awaited<ReturnType<typeof reconcile>>[] = [];
    let round: Promise<unknown> = Promise.resolve();
    const crashPoint = (point: string) => {
      if (point === "branch.parent_closed") {
        round = service
          .worker()
          .then(reconcile)
          .then((found) => reports.push(found));
      }
    };
    const ctx = await service.context(organisation.member.owner, { crashPoint });
    await createBranch(ctx, { databaseId: id, name: "closing" });
    await round;
    expect(reports[0]?.[0]).toMatchObject({ reopened: [], orphans: [], missing: [], unreachable: null });
  });

  it("reports databases that no row names and those that the host lacks, and drops nothing", async () => {
    const [orphan, lost] = [createId("database", random), createId("database", random)];
    await onHost(`CREATE ROLE "${orphan}"`);
    await onHost(`CREATE DATABASE "${orphan}"`);
    const row = await service.db.database.findUniqueOrThrow({ where: { id }, omit: { password: false } });
    await service.db.database.create({ data: { ...row, id: lost, name: "lost" } });
    const [report] = await reconcile(await service.worker());
    expect(report).toMatchObject({ orphans: [orphan], missing: [lost] });
    const [again] = await reconcile(await service.worker());
    expect(again).toMatchObject({ orphans: [orphan], missing: [lost] });
    await service.db.database.delete({ where: { id: lost } });
    await onHost(`DROP DATABASE "${orphan}"`);
    await onHost(`DROP ROLE "${orphan}"`);
  });

  it("takes a database that came, and one that went, between its two looks for neither orphaned nor missing", async () => {
    const gone = await createReadyDatabase(service, organisation.member.owner);
    const ctx = await service.worker();
    const host = await ctx.hosts.get(service.hostId);
    let looks = 0;
    const inspect = async () => {
      const facts = await host.inspect();
      looks += 1;
      if (looks === 1) {
        await createReadyDatabase(service, organisation.member.owner);
        await deleteDatabase(owner, { databaseId: gone });
      }
      return facts;
    };
    const changing: DatabaseHost = new Proxy(host, {
      get: (target, name) => {
        const member: unknown = name === "inspect" ? inspect : Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const [report] = await reconcile({ ...ctx, hosts: { minimumVersionNum: 0, get: async () => changing } });
    expect(report).toMatchObject({ orphans: [], missing: [], unreachable: null });
    expect(looks).toBe(2);
  });

  it("says which host is unreachable and goes on with the others", async () => {
    const hostId = createId("host", random);
    const url = "postgresql://provisioner:unused@127.0.0.1:1/postgres";
    const place = { table: "host", column: "provisioner_url", rowId: hostId };
    const facts = {
      publicHost: "db.example",
      publicPort: 1,
      capacity: 1,
      serverVersionNum: 180_007,
      status: "draining",
    };
    await service.db.host.create({
      data: { ...facts, id: hostId, name: "gone", provisionerUrl: service.sealer.seal(url, place) },
    });
    const made = await createDatabase(owner, { name: "meanwhile" });
    const reports = await reconcile(await service.worker());
    expect(reports.find((report) => report.hostId === hostId)?.unreachable).toContain("doesn't respond");
    const settled = reports.flatMap((report) => report.settled);
    expect(settled).toEqual([expect.objectContaining({ databaseId: made.id, kind: "create", outcome: "settled" })]);
    await service.db.host.delete({ where: { id: hostId } });
  });

  it("leaves an operation alone that somebody works at", async () => {
    const other = await createReadyDatabase(service, organisation.member.owner);
    const subject = { organisationId: organisation.id, databaseId: other, hostId: service.hostId };
    const operationId = await beginOperation(owner, { kind: "rotate", ...subject });
    const host = await owner.hosts.get(service.hostId);
    await host.withLock([other], async () => {
      const [report] = await reconcile(await service.worker());
      expect(report?.settled).toEqual([{ operationId, kind: "rotate", databaseId: other, outcome: "running" }]);
    });
    const [report] = await reconcile(await service.worker());
    expect(report?.settled).toEqual([{ operationId, kind: "rotate", databaseId: other, outcome: "settled" }]);
  });
});
