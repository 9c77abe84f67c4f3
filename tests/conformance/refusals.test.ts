import { describe, expect, it } from "vitest";
import { createSecretText } from "@/lib/core/crypto/secret-text";
import { RATE_LIMITS } from "@/lib/core/rate-limits";
import { random } from "@/tests/support/context";
import {
  ask,
  createReadyDatabase,
  createTestOrganisation,
  expectRefusal,
  lane,
  laneContext,
} from "@/tests/support/lanes";

const DATABASES = "/api/v1/databases";
const UNKNOWN_ID = `db_${"0".repeat(20)}`;
const TOO_LARGE = JSON.stringify({ name: "x".repeat(9_000) });

describe("keys", () => {
  it("AK-04: a missing, malformed, unknown, expired or revoked key gets the same 401, with WWW-Authenticate", async () => {
    const organisation = await createTestOrganisation();
    const { db } = await laneContext();
    const revoked = await organisation.key();
    await db.managementKey.updateMany({
      where: { organisationId: organisation.organisationId },
      data: { revokedAt: new Date() },
    });
    const expired = await organisation.key({ expiresAt: new Date(Date.now() + 60_000) });
    await db.managementKey.updateMany({
      where: { organisationId: organisation.organisationId, revokedAt: null },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const keys = [undefined, "", "x", "mk_coppice_", createSecretText("mk_coppice_", random), revoked, expired];
    const messages = new Set<string>();
    for (const key of keys) {
      const answer = await ask(lane, "GET", DATABASES, key === undefined ? {} : { key });
      expectRefusal(answer, "unauthorized");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      messages.add(answer.json.error.message);
    }
    expect(messages.size).toBe(1);
  });

  it("AK-04: the scheme may be written in any case; another scheme is a 401", async () => {
    const key = await (await createTestOrganisation()).key();
    for (const scheme of ["bearer", "BEARER", "BeArEr"]) {
      const answer = await ask(lane, "GET", DATABASES, { headers: { Authorization: `${scheme} ${key}` } });
      expect(answer.status).toBe(200);
    }
    for (const value of [key, `Basic ${key}`, `Basic ${btoa(`${key}:`)}`, `Bearer ${key} x`]) {
      expectRefusal(await ask(lane, "GET", DATABASES, { headers: { Authorization: value } }), "unauthorized");
    }
  });

  it("AK-03: a key in the query, a cookie, the body or another header is no key, and is not repeated in the answer", async () => {
    const key = await (await createTestOrganisation()).key();
    const answers = [
      await ask(lane, "GET", `${DATABASES}?key=${key}&access_token=${key}&authorization=Bearer%20${key}`),
      await ask(lane, "GET", DATABASES, { headers: { Cookie: `authorization=Bearer ${key}; key=${key}` } }),
      await ask(lane, "POST", DATABASES, {
        body: { name: "a", key, access_token: key, authorization: `Bearer ${key}` },
      }),
      await ask(lane, "GET", DATABASES, { headers: { "X-Api-Key": key, "Proxy-Authorization": `Bearer ${key}` } }),
    ];
    for (const answer of answers) {
      expectRefusal(answer, "unauthorized");
      expect(answer.text).not.toContain(key);
    }
  });
});

describe("the order of refusals", () => {
  it("is the first fault in the order of the contract, beside any other fault of the request", async () => {
    const off = await createTestOrganisation({ managementApi: false, plan: "free" });
    const on = await createTestOrganisation({ plan: "free" });
    const parent = await createReadyDatabase(lane, on);
    const { db } = await laneContext();
    const hopeless = { role: "viewer", readOnly: true, databaseId: await foreignDatabase(off.organisationId) } as const;
    const exhausted = await off.key(hopeless);
    const bad = `${DATABASES}/not-an-id/branches`;
    const invalid = { name: 7 };
    for (let i = 0; i < RATE_LIMITS.branches.limit; i++) await ask(lane, "GET", bad, { key: exhausted });
    const post = (path: string, key: string | undefined, body: unknown) =>
      ask(lane, "POST", path, key === undefined ? { body } : { key, body });

    expectRefusal(await post(bad, undefined, TOO_LARGE), "unauthorized");
    expectRefusal(await post(bad, exhausted, TOO_LARGE), "body_too_large");
    expectRefusal(await post(bad, exhausted, invalid), "rate_limited");
    expectRefusal(await post(bad, await off.key(hopeless), invalid), "key_scope_too_narrow");
    expectRefusal(await post(bad, await off.key({ role: "viewer", readOnly: true }), invalid), "read_only_key");
    expectRefusal(await post(bad, await off.key({ role: "viewer" }), invalid), "management_not_enabled");
    expectRefusal(await post(bad, await on.key({ role: "viewer" }), invalid), "missing_permission");
    const key = await on.key();
    expectRefusal(await post(bad, key, invalid), "invalid_id");
    expectRefusal(await post(`${DATABASES}/${UNKNOWN_ID}/branches`, key, invalid), "invalid_request");
    const taken = { name: parent.name };
    await db.database.update({ where: { id: parent.id }, data: { status: "failed" } });
    await fillBranches(on.organisationId, parent.id);
    expectRefusal(await post(`${DATABASES}/${UNKNOWN_ID}/branches`, key, taken), "database_not_found");
    expectRefusal(await post(`${DATABASES}/${parent.id}/branches`, key, taken), "limit_reached");
    await db.organisation.update({ where: { id: on.organisationId }, data: { plan: "team" } });
    expectRefusal(await post(`${DATABASES}/${parent.id}/branches`, key, taken), "name_taken");
    expectRefusal(await post(`${DATABASES}/${parent.id}/branches`, key, { name: "free" }), "database_not_ready");
  });

  it("AK-06: a key beyond its limit gets 429 and not 401, and a revoked one 401 and not 429", async () => {
    const organisation = await createTestOrganisation();
    const key = await organisation.key();
    const answers = [];
    for (let i = 0; i <= RATE_LIMITS.databases.limit; i++) answers.push(await ask(lane, "GET", DATABASES, { key }));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    const { db } = await laneContext();
    await db.managementKey.updateMany({
      where: { organisationId: organisation.organisationId },
      data: { revokedAt: new Date() },
    });
    expectRefusal(await ask(lane, "GET", DATABASES, { key }), "unauthorized");
  });
});

describe("request ids", () => {
  it("keeps a sane X-Request-Id and makes one otherwise; header and body agree", async () => {
    for (const offered of ["req_customer-0001", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"]) {
      const answer = await ask(lane, "GET", DATABASES, { headers: { "X-Request-Id": offered } });
      expectRefusal(answer, "unauthorized");
      expect(answer.headers.get("x-request-id")).toBe(offered);
    }
    for (const offered of ["short", "a".repeat(129), "with space", "<script>alert(1)</script>", "ünïcode-ids"]) {
      const headers = { "X-Request-Id": Buffer.from(offered).toString("latin1") };
      const answer = await ask(lane, "GET", DATABASES, { headers });
      expectRefusal(answer, "unauthorized");
      expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{20}$/);
    }
  });

  it("is one of its own for every request that brings none, on successes too", async () => {
    const key = await (await createTestOrganisation()).key();
    const answers = await Promise.all([1, 2, 3].map(() => ask(lane, "GET", DATABASES, { key })));
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{20}$/);
    expect(new Set(ids).size).toBe(3);
  });
});

/** A row to confine a key to. */
async function foreignDatabase(organisationId: string): Promise<string> {
  return (await insertFailed(organisationId, {})).id;
}

async function fillBranches(organisationId: string, parentDatabaseId: string): Promise<void> {
  const origin = { parentDatabaseId, parentName: "p", branchedAt: new Date() };
  for (let i = 0; i < 5; i++) await insertFailed(organisationId, origin);
}

async function insertFailed(organisationId: string, origin: object) {
  const { db } = await laneContext();
  const { id: hostId } = await db.host.findUniqueOrThrow({ where: { name: "lanes" }, select: { id: true } });
  const id = `db_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
  const data = { id, organisationId, hostId, hostKind: "shared", name: id, status: "failed", password: "none" };
  return db.database.create({ data: { ...data, ...origin } });
}
