import { beforeAll, describe, expect, it } from "vitest";
import { hasPermission, ROLES, type Role } from "@/lib/core/access/permissions";
import type { ErrorCode } from "@/lib/core/error-table";
import type { RouteDefinition } from "@/lib/http/definition";
import {
  ask,
  createReadyDatabase,
  createTestOrganisation,
  expectRefusal,
  lane,
  laneContext,
} from "@/tests/support/lanes";
import { fillPattern, listedRoutes } from "@/tests/support/route-promises";

/** The callers, with the part of the answer that follows from the definition alone; `null` is: let in. */
const callers: Record<string, (definition: RouteDefinition) => ErrorCode | null> = {
  "no key": ({ auth }) => (auth === "management-key" ? "unauthorized" : null),
  "a malformed key": ({ auth }) => (auth === "management-key" ? "unauthorized" : null),
  "an expired key": ({ auth }) => (auth === "management-key" ? "unauthorized" : null),
  "a revoked key": ({ auth }) => (auth === "management-key" ? "unauthorized" : null),
  "a key of one database": ({ permission }) => (permission ? "key_scope_too_narrow" : null),
  "a read-only key": ({ permission }) => (isWrite(permission) ? "read_only_key" : null),
  "a key without the flag": ({ permission }) => (isWrite(permission) ? "management_not_enabled" : null),
  ...Object.fromEntries(
    ROLES.map((role) => [
      `the key of a member who is ${role}`,
      ({ permission }: RouteDefinition) =>
        permission && !hasPermission(role, permission) ? ("missing_permission" as const) : null,
    ]),
  ),
};

function isWrite(permission: RouteDefinition["permission"]): boolean {
  return permission !== undefined && permission !== "databases:read";
}

/** A key of one database may run SQL there, and a read-only one read, so the verb alone decides. */
const isSql = ({ operationId }: RouteDefinition) => operationId === "executeSql";

const isName = (shape: unknown) => shape instanceof RegExp;

/** Returns the answer, to a caller who is let in, about an unknown database, a wrong name or a search for nothing. */
function answerBehindTheGates(definition: RouteDefinition): ErrorCode | number {
  const { auth, body, needs, params, query, rawBody, reply } = definition;
  if (needs) return "not_configured";
  if (rawBody && auth === "none") return "invalid_request";
  if (body) return auth === "none" || isSql(definition) ? "invalid_request" : "invalid_name";
  if (query && !params) return "invalid_request";
  if (params && !params.databaseId) return Object.values(params).some(isName) ? "not_found" : "invalid_id";
  return params ? "database_not_found" : Number(Object.keys(reply)[0]);
}

/** A body that is right but for its name, which may be wrong. */
function bodyOf({ body, operationId }: RouteDefinition, name: string): { body?: object } {
  if (!body) return {};
  return { body: operationId === "createPastRestore" ? { at: "2026-03-01T09:30:00Z", name } : { name } };
}

const UNKNOWN_ID = `db_${"0".repeat(20)}`;
const keys = new Map<string, string>();

beforeAll(async () => {
  const organisation = await createTestOrganisation();
  const without = await createTestOrganisation({ managementApi: false });
  const { db } = await laneContext();
  const expired = await organisation.key({ expiresAt: new Date(Date.now() + 60_000) });
  const { organisationId } = organisation;
  await db.managementKey.updateMany({ where: { organisationId }, data: { expiresAt: new Date(Date.now() - 1) } });
  const revoked = await organisation.key();
  await db.managementKey.updateMany({ where: { organisationId, expiresAt: null }, data: { revokedAt: new Date() } });
  keys.set("a malformed key", "mk_coppice_x").set("an expired key", expired).set("a revoked key", revoked);
  const { id } = await createReadyDatabase(lane, organisation);
  keys.set("a key of one database", await organisation.key({ databaseId: id }));
  keys.set("a read-only key", await organisation.key({ readOnly: true }));
  keys.set("a key without the flag", await without.key());
  for (const role of ROLES)
    keys.set(`the key of a member who is ${role}`, await organisation.key({ role: role as Role }));
});

it("the table walks every route that there is", () => {
  expect(listedRoutes.length).toBeGreaterThanOrEqual(13);
  expect(listedRoutes.filter(({ definition }) => definition.auth === "management-key")).toHaveLength(11);
  for (const { definition } of listedRoutes) {
    if (definition.auth === "management-key" && !isSql(definition))
      expect(definition).toMatchObject({ permission: expect.any(String) });
  }
});

describe("access by caller", () => {
  describe.each(listedRoutes)("$method $pattern", ({ method, pattern, definition }) => {
    const path = fillPattern(pattern, () => UNKNOWN_ID);
    const body = bodyOf(definition, "");

    it.each(Object.entries(callers))("answers %s as its definition says", async (caller, refusalFor) => {
      const key = keys.get(caller);
      const answer = await ask(lane, method, path, key === undefined ? body : { ...body, key });
      // None of these keys is a server key or an admin key; project-routes.test.ts and administration.test.ts have those.
      const isForOthers = definition.auth === "server-key" || definition.auth === "admin-key";
      const refusal = isForOthers ? "unauthorized" : refusalFor(definition);
      const expected = refusal ?? answerBehindTheGates(definition);
      // All callers have one address, and it may report abuse five times in a minute.
      if (definition.resource === "abuse-reports" && answer.status === 429)
        return expectRefusal(answer, "rate_limited");
      if (typeof expected === "number") expect(answer.status).toBe(expected);
      else expectRefusal(answer, expected, { isPostgres: definition.isPostgres === true });
    });
  });
});

describe("TI-01: a stranger's database", () => {
  it("is for every route the same bytes as one that does not exist, and nothing happens to it", async () => {
    const [owner, stranger] = [await createTestOrganisation(), await createTestOrganisation()];
    const { id } = await createReadyDatabase(lane, owner);
    const { db } = await laneContext();
    const before = await snapshot(id, owner.organisationId);
    for (const { method, pattern, definition } of listedRoutes.filter((route) => route.definition.params?.databaseId)) {
      const key = await stranger.key();
      const headers = { "X-Request-Id": "req_the-same-for-both" };
      const options = { key, headers, ...bodyOf(definition, "x") };
      const theirs = await ask(
        lane,
        method,
        fillPattern(pattern, () => id),
        options,
      );
      const unknown = await ask(
        lane,
        method,
        fillPattern(pattern, () => UNKNOWN_ID),
        options,
      );
      expectRefusal(theirs, "database_not_found");
      expect(theirs.text).toBe(unknown.text);
      expect(comparable(theirs.headers)).toEqual(comparable(unknown.headers));
    }
    expect(await snapshot(id, owner.organisationId)).toEqual(before);
    expect((await ask(lane, "GET", "/api/v1/databases", { key: await stranger.key() })).json).toEqual({ items: [] });
    expect(await db.auditEvent.count({ where: { organisationId: stranger.organisationId, targetId: id } })).toBe(0);
  });

  it("TI-02: cannot be a branch's parent, nor be reached through a branch", async () => {
    const [owner, stranger] = [await createTestOrganisation(), await createTestOrganisation()];
    const { id } = await createReadyDatabase(lane, owner);
    const own = await createReadyDatabase(lane, stranger);
    const key = await stranger.key();
    const path = `/api/v1/databases/${id}/branches`;
    expectRefusal(await ask(lane, "POST", path, { key, body: { name: "b" } }), "database_not_found");
    expectRefusal(await ask(lane, "GET", path, { key }), "database_not_found");
    const nested = `/api/v1/databases/${own.id}/branches/${id}`;
    expectRefusal(await ask(lane, "GET", nested, { key }), "not_found");
  });

  it("TI-03: is not reached by a header that names its organisation", async () => {
    const [owner, stranger] = [await createTestOrganisation(), await createTestOrganisation()];
    const { id } = await createReadyDatabase(lane, owner);
    const key = await stranger.key();
    const { organisationId, memberIds } = owner;
    const headers = {
      "x-org-id": organisationId,
      "x-organisation-id": organisationId,
      "x-coppice-project-id": organisationId,
      "x-user-id": memberIds.owner,
      "x-member-id": memberIds.owner,
      "x-original-url": `/api/v1/databases/${id}`,
      Cookie: `org=${organisationId}`,
    };
    expectRefusal(await ask(lane, "GET", `/api/v1/databases/${id}`, { key, headers }), "database_not_found");
    expect((await ask(lane, "GET", "/api/v1/databases", { key, headers })).json).toEqual({ items: [] });
  });
});

async function snapshot(databaseId: string, organisationId: string) {
  const { db } = await laneContext();
  const row = await db.database.findUniqueOrThrow({ where: { id: databaseId }, omit: { password: false } });
  const events = await db.auditEvent.findMany({ where: { organisationId }, orderBy: { id: "asc" } });
  return { row, events, operations: await db.operation.count({ where: { databaseId } }) };
}

/** Returns the header fields without those that differ by nature between two requests. */
function comparable(headers: Headers): Record<string, string> {
  const differs = ["date", "ratelimit", "connection", "keep-alive"];
  return Object.fromEntries([...headers].filter(([name]) => !differs.includes(name)));
}
