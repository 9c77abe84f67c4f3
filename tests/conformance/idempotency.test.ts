import { describe, expect, it, vi } from "vitest";
import {
  ask,
  createReadyDatabase,
  createTestOrganisation,
  expectRefusal,
  lane,
  laneContext,
  passwordOf,
} from "@/tests/support/lanes";

const DATABASES = "/api/v1/databases";

describe("the Idempotency-Key", () => {
  const create = (key: string, name: string, idempotencyKey: string) =>
    ask(lane, "POST", DATABASES, { key, body: { name }, headers: { "Idempotency-Key": idempotencyKey } });

  it("bare or quoted, makes a repeat get the answer of the first request, and nothing is made twice", async () => {
    const key = await (await createTestOrganisation()).key();
    const first = await create(key, "orders", "order-4711");
    expect(first.status).toBe(201);
    expect(first.headers.has("idempotent-replayed")).toBe(false);
    for (const repeat of [await create(key, "orders", '"order-4711"'), await create(key, "orders", "order-4711")]) {
      expect({ status: repeat.status, text: repeat.text }).toEqual({ status: 201, text: first.text });
      expect(repeat.headers.get("idempotent-replayed")).toBe("true");
      expect(repeat.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
      expect(repeat.headers.get("content-type")).toBe(first.headers.get("content-type"));
    }
    expect((await ask(lane, "GET", DATABASES, { key })).json.items).toHaveLength(1);
  });

  it("with another body or another path is a 422", async () => {
    const organisation = await createTestOrganisation();
    const [one, two] = [await createReadyDatabase(lane, organisation), await createReadyDatabase(lane, organisation)];
    const key = await organisation.key();
    await create(key, "a", "k1");
    expectRefusal(await create(key, "b", "k1"), "idempotency_mismatch");
    const headers = { "Idempotency-Key": "k1" };
    const rotate = (id: string) => ask(lane, "POST", `${DATABASES}/${id}/rotate-credential`, { key, headers });
    expect((await rotate(one.id)).status).toBe(200);
    expectRefusal(await rotate(two.id), "idempotency_mismatch");
  });

  it("is the key's own and the route's own", async () => {
    const organisation = await createTestOrganisation();
    const [key, other] = [await organisation.key(), await organisation.key()];
    const { json } = await create(key, "a", "same");
    expectRefusal(await create(other, "a", "same"), "name_taken");
    const branches = `${DATABASES}/${json.id}/branches`;
    const onOtherRoute = await ask(lane, "POST", branches, {
      key,
      body: { name: "a" },
      headers: { "Idempotency-Key": "same" },
    });
    expect(onOtherRoute.headers.has("idempotent-replayed")).toBe(false);
  });

  it("of a request that still runs is a retryable 409, and its answer is replayed afterwards", async () => {
    const organisation = await createTestOrganisation();
    const key = await organisation.key();
    const { db } = await laneContext();
    const idempotencyKey = `flight-${organisation.organisationId}`;
    let first: ReturnType<typeof create> | undefined;
    await db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM organisation WHERE id = ${organisation.organisationId} FOR UPDATE`;
        first = create(key, "orders", idempotencyKey);
        const claimed = async () => db.idempotencyRecord.findFirstOrThrow({ where: { key: idempotencyKey } });
        await vi.waitFor(claimed, { interval: 10, timeout: 60_000 });
        const second = await create(key, "orders", idempotencyKey);
        expectRefusal(second, "idempotency_in_flight");
        expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
      },
      { timeout: 120_000 },
    );
    const answered = await first;
    expect(answered?.status).toBe(201);
    expect((await create(key, "orders", idempotencyKey)).text).toBe(answered?.text);
  });

  it("RF-14: of 20 simultaneous requests makes one database", async () => {
    const key = await (await createTestOrganisation()).key();
    const answers = await Promise.all(Array.from({ length: 19 }, () => create(key, "orders", "at-once")));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, "idempotency_in_flight");
    expect((await ask(lane, "GET", DATABASES, { key })).json.items).toHaveLength(1);
  });

  it("is remembered for 24 hours", async () => {
    const organisation = await createTestOrganisation();
    const key = await organisation.key();
    const { db } = await laneContext();
    const idempotencyKey = `day-${organisation.organisationId}`;
    const first = await create(key, "orders", idempotencyKey);
    const age = (minutes: number) =>
      db.idempotencyRecord.updateMany({
        where: { key: idempotencyKey },
        data: { createdAt: new Date(Date.now() - minutes * 60_000) },
      });
    expect((await age(24 * 60 - 1)).count).toBe(1);
    expect((await create(key, "orders", idempotencyKey)).text).toBe(first.text);
    expect((await age(24 * 60 + 1)).count).toBe(1);
    expectRefusal(await create(key, "orders", idempotencyKey), "name_taken");
  });

  it("replays a refusal that is final, and lets one that is not be tried again", async () => {
    const organisation = await createTestOrganisation();
    const { id } = await createReadyDatabase(lane, organisation, "taken");
    const key = await organisation.key();
    const { db } = await laneContext();
    const refused = await create(key, "taken", "final");
    expectRefusal(refused, "name_taken");
    await db.database.update({ where: { id }, data: { name: "renamed" } });
    const repeated = await create(key, "taken", "final");
    expect({ status: repeated.status, text: repeated.text }).toEqual({ status: 409, text: refused.text });
    expect((await create(key, "taken", "fresh")).status).toBe(201);

    const rotate = () =>
      ask(lane, "POST", `${DATABASES}/${id}/rotate-credential`, { key, headers: { "Idempotency-Key": "later" } });
    await db.database.update({ where: { id }, data: { status: "failed" } });
    expectRefusal(await rotate(), "database_not_ready");
    await db.database.update({ where: { id }, data: { status: "ready" } });
    expect((await rotate()).status).toBe(200);
  });

  it("AK-07: replays a rotation with the very password it set, which is not kept in the clear", async () => {
    const organisation = await createTestOrganisation();
    const { id } = await createReadyDatabase(lane, organisation);
    const key = await organisation.key();
    const headers = { "Idempotency-Key": `rotate-${id}` };
    const rotate = () => ask(lane, "POST", `${DATABASES}/${id}/rotate-credential`, { key, headers });
    const first = await rotate();
    expect((await rotate()).text).toBe(first.text);
    const { db } = await laneContext();
    const where = { key: `rotate-${id}` };
    const { body } = await db.idempotencyRecord.findFirstOrThrow({ where, omit: { body: false } });
    expect(body).toMatch(/^s1\./);
    expect(body).not.toContain(passwordOf(first.json.connectionString));
  });

  it("must be 1 to 255 visible ASCII characters, without a quote or a backslash", async () => {
    const key = await (await createTestOrganisation()).key();
    for (const value of ["", '""', "a b", "a".repeat(256), '"half', 'a"b', "a\\b", "\u00e9"]) {
      const answer = await create(key, "a", value);
      expectRefusal(answer, "invalid_request");
      expect(answer.json.error.details[0].path).toBe("Idempotency-Key");
    }
    expect((await create(key, "a", "a".repeat(255))).status).toBe(201);
  });
});
