import { describe, expect, it } from "vitest";
import {
  ask,
  createReadyDatabase,
  createTestOrganisation,
  expectRefusal,
  lane,
  laneContext,
  passwordOf,
  query,
  untilReadyRow,
} from "@/tests/support/lanes";

const DATABASES = "/api/v1/databases";
const UNKNOWN_ID = `db_${"0".repeat(20)}`;

describe("the life of a database", () => {
  it("is created, listed, fetched, used by a real client, and deleted", async () => {
    const organisation = await createTestOrganisation();
    const key = await organisation.key();
    expect((await ask(lane, "GET", DATABASES, { key })).json).toEqual({ items: [] });

    const created = await ask(lane, "POST", DATABASES, { key, body: { name: "  orders " } });
    expect(created.status).toBe(201);
    expect(created.json).toEqual({
      id: expect.stringMatching(/^db_[0-9a-z]{20}$/),
      name: "orders",
      status: "provisioning",
      failureReason: null,
      hostKind: "shared",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const { id } = created.json;
    await untilReadyRow(id);
    const ready = { ...created.json, status: "ready" };
    expect((await ask(lane, "GET", `${DATABASES}/${id}`, { key })).json).toEqual(ready);
    expect((await ask(lane, "GET", DATABASES, { key })).json).toEqual({ items: [ready] });

    const { json } = await ask(lane, "GET", `${DATABASES}/${id}/connection-string`, { key });
    expect(Object.keys(json)).toEqual(["connectionString"]);
    expect(json.connectionString).toMatch(new RegExp(`^postgresql://${id}:[^@]+@127\\.0\\.0\\.1:\\d+/${id}`));
    const text = "select current_database() as database, current_user as role, to_regclass('public.t')::text as t";
    await query(json.connectionString, "create table t (n int)");
    expect(await query(json.connectionString, text)).toEqual([{ database: id, role: id, t: "t" }]);

    const deleted = await ask(lane, "DELETE", `${DATABASES}/${id}`, { key });
    expect({ status: deleted.status, json: deleted.json }).toEqual({
      status: 200,
      json: { deleted: true, id, name: "orders" },
    });
    expectRefusal(await ask(lane, "DELETE", `${DATABASES}/${id}`, { key }), "database_not_found");
    expectRefusal(await ask(lane, "GET", `${DATABASES}/${id}`, { key }), "database_not_found");
    expect((await ask(lane, "GET", DATABASES, { key })).json).toEqual({ items: [] });
    await expect(query(json.connectionString, "select 1")).rejects.toMatchObject({ code: /^(28|3D)/ });
    const again = await ask(lane, "POST", DATABASES, { key, body: { name: "orders" } });
    expect(again.status).toBe(201);
  });

  it("is branched with its content; the branch is a database of its own, and outlives its parent", async () => {
    const organisation = await createTestOrganisation();
    const parent = await createReadyDatabase(lane, organisation, "parent");
    const key = await organisation.key();
    await query(parent.connectionString, "create table t as select 7 as n");
    const created = await ask(lane, "POST", `${DATABASES}/${parent.id}/branches`, { key, body: { name: "twig" } });
    expect(created.status).toBe(201);
    const { branch } = created.json;
    expect(created.json).toEqual({
      branch: {
        id: expect.stringMatching(/^db_/),
        name: "twig",
        parentDatabaseId: parent.id,
        parentName: "parent",
        branchedAt: expect.any(String),
        branchMethod: "sameClusterClone",
      },
      fileCopyMethod: expect.stringMatching(/^(clone|copy)$/),
      cloneMilliseconds: expect.any(Number),
      terminatedBackends: expect.any(Number),
    });

    const listed = await ask(lane, "GET", `${DATABASES}/${parent.id}/branches`, { key });
    const fields = { ...branch, status: "ready", failureReason: null, hostKind: "shared" };
    expect(listed.json).toEqual({ items: [{ ...fields, createdAt: expect.any(String) }] });
    const ids = async () =>
      (await ask(lane, "GET", DATABASES, { key })).json.items.map((item: { id: string }) => item.id);
    expect(await ids()).toEqual([parent.id, branch.id]);

    const { json } = await ask(lane, "GET", `${DATABASES}/${branch.id}/connection-string`, { key });
    expect(await query(json.connectionString, "insert into t values (8) returning n")).toEqual([{ n: 8 }]);
    expect(await query(parent.connectionString, "select n from t")).toEqual([{ n: 7 }]);
    const ofBranch = await ask(lane, "POST", `${DATABASES}/${branch.id}/branches`, { key, body: { name: "leaf" } });
    expect(ofBranch.json.branch).toMatchObject({ parentDatabaseId: branch.id, parentName: "twig" });

    await ask(lane, "DELETE", `${DATABASES}/${parent.id}`, { key });
    expect(await query(json.connectionString, "select count(*)::int as n from t")).toEqual([{ n: 2 }]);
    expectRefusal(await ask(lane, "GET", `${DATABASES}/${parent.id}/branches`, { key }), "database_not_found");
    expect((await ask(lane, "GET", `${DATABASES}/${branch.id}`, { key })).json.name).toBe("twig");
  });

  it("PG-15, AK-07: rotating kills the old password, ends sessions and a later reveal shows the new one; nothing is cached", async () => {
    const organisation = await createTestOrganisation();
    const { id, connectionString } = await createReadyDatabase(lane, organisation);
    const key = await organisation.key();
    const rotated = await ask(lane, "POST", `${DATABASES}/${id}/rotate-credential`, { key });
    expect(rotated.status).toBe(200);
    expect(rotated.headers.get("cache-control")).toBe("no-store");
    expect(rotated.json).toEqual({ connectionString: expect.any(String), terminatedConnections: 0 });
    expect(passwordOf(rotated.json.connectionString)).not.toBe(passwordOf(connectionString));
    await expect(query(connectionString, "select 1")).rejects.toMatchObject({ code: "28P01" });
    expect(await query(rotated.json.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    const revealed = await ask(lane, "GET", `${DATABASES}/${id}/connection-string`, { key });
    expect(revealed.json.connectionString).toBe(rotated.json.connectionString);
    expect(revealed.headers.get("cache-control")).toBe("no-store");
    const { db } = await laneContext();
    const audit = await db.auditEvent.findMany({ where: { targetId: id }, orderBy: { createdAt: "asc" } });
    expect(audit.map(({ action }) => action)).toEqual([
      "database.create",
      "database.reveal_connection_string",
      "database.rotate_credential",
      "database.reveal_connection_string",
    ]);
    expect(audit.map(({ requestId }) => requestId).at(-1)).toBe(revealed.headers.get("x-request-id"));
    expect(JSON.stringify(audit)).not.toContain(passwordOf(revealed.json.connectionString));
  });

  it("AK-07: a read-only key and a viewer's key cannot reveal", async () => {
    const organisation = await createTestOrganisation();
    const { id } = await createReadyDatabase(lane, organisation);
    const reveal = async (key: string) => ask(lane, "GET", `${DATABASES}/${id}/connection-string`, { key });
    expectRefusal(await reveal(await organisation.key({ readOnly: true })), "read_only_key");
    expectRefusal(await reveal(await organisation.key({ role: "viewer" })), "missing_permission");
  });

  it("cannot be branched, revealed or rotated before it is ready, and says so as a retryable 409", async () => {
    const organisation = await createTestOrganisation();
    const { id } = await createReadyDatabase(lane, organisation);
    const { db } = await laneContext();
    const key = await organisation.key();
    await db.database.update({ where: { id }, data: { status: "failed", failureReason: "no room" } });
    expect((await ask(lane, "GET", `${DATABASES}/${id}`, { key })).json).toMatchObject({
      status: "failed",
      failureReason: "no room",
    });
    const refused = [
      await ask(lane, "GET", `${DATABASES}/${id}/connection-string`, { key }),
      await ask(lane, "POST", `${DATABASES}/${id}/rotate-credential`, { key }),
      await ask(lane, "POST", `${DATABASES}/${id}/branches`, { key, body: { name: "b" } }),
    ];
    for (const answer of refused) {
      expectRefusal(answer, "database_not_ready");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  it("is not made beyond the plan, databases and branches counted apart, and a deleted branch gives its place back", async () => {
    const organisation = await createTestOrganisation({ plan: "free" });
    const parent = await createReadyDatabase(lane, organisation);
    const key = await organisation.key();
    await insertFailedRows(organisation.organisationId, parent.id, 4);
    const branches = `${DATABASES}/${parent.id}/branches`;
    const fifth = await ask(lane, "POST", branches, { key, body: { name: "fifth" } });
    expect(fifth.status).toBe(201);
    expectRefusal(await ask(lane, "POST", branches, { key, body: { name: "sixth" } }), "limit_reached");
    await ask(lane, "DELETE", `${DATABASES}/${fifth.json.branch.id}`, { key });
    expect((await ask(lane, "POST", branches, { key, body: { name: "sixth" } })).status).toBe(201);
    await insertFailedRows(organisation.organisationId, null, 2);
    expectRefusal(await ask(lane, "POST", DATABASES, { key, body: { name: "fourth" } }), "limit_reached");
  });

  it("has a name that no other database or branch of the organisation has; case counts, other organisations do not", async () => {
    const organisation = await createTestOrganisation();
    const { id } = await createReadyDatabase(lane, organisation, "taken");
    const key = await organisation.key();
    expectRefusal(await ask(lane, "POST", DATABASES, { key, body: { name: " taken " } }), "name_taken");
    expectRefusal(
      await ask(lane, "POST", `${DATABASES}/${id}/branches`, { key, body: { name: "taken" } }),
      "name_taken",
    );
    expect((await ask(lane, "POST", DATABASES, { key, body: { name: "Taken" } })).status).toBe(201);
    const other = await createTestOrganisation();
    const created = await ask(lane, "POST", DATABASES, { key: await other.key(), body: { name: "taken" } });
    expect(created.status).toBe(201);
    expectRefusal(await ask(lane, "GET", `${DATABASES}/${UNKNOWN_ID}`, { key }), "database_not_found");
  });
});

/** Rows that take places of a quota without a database behind them. */
async function insertFailedRows(organisationId: string, parentDatabaseId: string | null, count: number): Promise<void> {
  const { db } = await laneContext();
  const { id: hostId } = await db.host.findUniqueOrThrow({ where: { name: "lanes" }, select: { id: true } });
  const origin = parentDatabaseId && { parentDatabaseId, parentName: "p", branchedAt: new Date() };
  for (let i = 0; i < count; i++) {
    const id = `db_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
    const data = { id, organisationId, hostId, hostKind: "shared", name: id, status: "failed", password: "none" };
    await db.database.create({ data: { ...data, ...origin } });
  }
}
