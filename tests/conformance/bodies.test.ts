import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  ask,
  createReadyDatabase,
  createTestOrganisation,
  expectRefusal,
  type Lane,
  lane,
  laneContext,
} from "@/tests/support/lanes";

const DATABASES = "/api/v1/databases";
const MAX_BYTES = 8_192;

async function create(lane: Lane, body: unknown, headers?: Record<string, string>): Promise<Answer> {
  const key = await (await createTestOrganisation()).key();
  return ask(lane, "POST", DATABASES, headers ? { key, body, headers } : { key, body });
}

/** A JSON text of exactly this many bytes. */
const padded = (bytes: number) => `{"name":"a"${" ".repeat(bytes - 12)}}`;

describe("the body of a request", () => {
  it("HT-02: may hold 8,192 bytes and not one more", async () => {
    expect((await create(lane, padded(MAX_BYTES))).status).toBe(201);
    expectRefusal(await create(lane, padded(MAX_BYTES + 1)), "body_too_large");
  });

  it("HT-02: is not unpacked, so a gzip bomb is a 415", async () => {
    const bomb = gzipSync(Buffer.alloc(4_000_000, 32));
    expect(bomb.length).toBeLessThan(MAX_BYTES);
    expectRefusal(await create(lane, bomb, { "Content-Encoding": "gzip" }), "unsupported_media_type");
  });

  it("is JSON by its media type, in UTF-8, or a 415", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=utf-16",
      "json",
    ]) {
      expectRefusal(await create(lane, '{"name":"a"}', { "Content-Type": type }), "unsupported_media_type");
    }
    for (const type of ["application/json", "Application/JSON; Charset=UTF-8", 'application/json;charset="utf-8"']) {
      expect((await create(lane, '{"name":"a"}', { "Content-Type": type })).status).toBe(201);
    }
  });

  it.each([
    ["nothing", ""],
    ["text that is cut short", '{"name":"a"'],
    ["a comma too many", '{"name":"a",}'],
    ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('{"name":"a"}')])],
    ["bytes that are not UTF-8", new Uint8Array([...Buffer.from('{"name":"'), 0xc3, 0x28, ...Buffer.from('"}')])],
    ["an overlong encoding", new Uint8Array([...Buffer.from('{"name":"'), 0xc0, 0xaf, ...Buffer.from('"}')])],
    ["a raw NUL", '{"name":"a\0b"}'],
    ["NaN", '{"name":NaN}'],
    ["two values", '{"name":"a"}{"name":"b"}'],
  ])("HT-03: %s is invalid_json", async (_title, body) => {
    expectRefusal(await create(lane, body), "invalid_json");
  });

  it.each([
    ["a number beyond the largest", '{"name":1e400}'],
    ["a number of 8,000 digits", `{"name":${"9".repeat(8_000)}}`],
    ["null", "null"],
    ["an array", '[{"name":"a"}]'],
    ["an array where a string is expected", '{"name":["a"]}'],
    ["an object where a string is expected", '{"name":{"toString":"a"}}'],
    ["a boolean", '{"name":true}'],
    ["nothing in it", "{}"],
  ])("HT-03, HT-10: %s is invalid_request", async (_title, body) => {
    const answer = await create(lane, body);
    expectRefusal(answer, "invalid_request");
    expect(answer.json.error.details).toHaveLength(1);
  });

  it("HT-03: of a key that is written twice the last counts", async () => {
    expect((await create(lane, '{"name":"first","name":"last"}')).json).toMatchObject({ name: "last" });
  });

  it("HT-04: nesting and many keys are refused in a few words", async () => {
    const bodies = ["[".repeat(8_000), `{"name":${"[".repeat(4_000)}${"]".repeat(4_000)}}`, manyKeys(1_000)];
    const key = await (await createTestOrganisation()).key();
    for (const body of bodies) {
      const answer = await ask(lane, "POST", DATABASES, { key, body });
      expect(answer.status).toBe(400);
      expect(answer.text.length).toBeLessThan(20_000);
    }
    for (const body of ["[".repeat(10_000), manyKeys(100_000), `[${"1,".repeat(1_000_000)}1]`]) {
      expectRefusal(await ask(lane, "POST", DATABASES, { key, body }), "body_too_large");
    }
  });

  it("HT-05: __proto__ and constructor are fields like others, which the route does not have", async () => {
    for (const field of ["__proto__", "constructor", "prototype", "toString"]) {
      const answer = await create(lane, `{"name":"a","${field}":{"isAdmin":true,"plan":"team"}}`);
      expectRefusal(answer, "invalid_request");
      expect(answer.json.error.details).toEqual([{ path: field, message: expect.any(String) }]);
    }
    expectRefusal(await create(lane, '{"__proto__":{"name":"a"}}'), "invalid_request");
  });

  it("TI-04: cannot set the caller, the project or the rate", async () => {
    for (const field of ["userId", "orgId", "organisationId", "role", "plan", "isAdmin", "rateLimit", "id", "hostId"]) {
      const answer = await create(lane, { name: "a", [field]: "owner" });
      expectRefusal(answer, "invalid_request");
      expect(answer.json.error.details).toEqual([{ path: field, message: expect.any(String) }]);
    }
  });

  it("is refused where a route has none, and an empty object counts as none", async () => {
    const organisation = await createTestOrganisation();
    const { id } = await createReadyDatabase(lane, organisation);
    const key = await organisation.key();
    const rotate = (body?: string, headers = {}) =>
      ask(lane, "POST", `${DATABASES}/${id}/rotate-credential`, { key, body, headers });
    for (const body of ["junk", '{"password":"mine"}', "[]", "null"]) {
      expectRefusal(await rotate(body, { "Content-Type": "text/plain" }), "invalid_request");
      expectRefusal(await rotate(body), "invalid_request");
      expectRefusal(await ask(lane, "DELETE", `${DATABASES}/${id}`, { key, body }), "invalid_request");
    }
    expect((await rotate("{}")).status).toBe(200);
    expect((await rotate()).status).toBe(200);
    expect((await ask(lane, "DELETE", `${DATABASES}/${id}`, { key })).status).toBe(200);
  });

  it("has the last of two fields of one name", async () => {
    const answer = await create(lane, '{"name":"first","name":"second"}');
    expect(answer.json.name).toBe("second");
  });

  it("HT-10: no route takes a query", async () => {
    const key = await (await createTestOrganisation()).key();
    for (const query of ["?id=a&id=b", "?limit=1", "?__proto__[x]=1", "?name="]) {
      expectRefusal(await ask(lane, "GET", `${DATABASES}${query}`, { key }), "invalid_request");
    }
  });
});

const manyKeys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"${i}":1`).join()}}`;

describe("the name of a database", () => {
  it.each([
    ["40 letters", "a".repeat(40)],
    ["40 emoji", "🌳".repeat(40)],
    ["40 letters with a mark that is part of each", "e\u0301".repeat(40)],
    ["40 letters with space around", `  ${"a".repeat(40)}\t\n `],
    ["a family of joined emoji", "👨‍👩‍👧‍👦"],
  ])("may be %s", async (_title, name) => {
    const answer = await create(lane, { name });
    expect(answer.status).toBe(201);
    expect(answer.json.name).toBe(name.trim().normalize("NFC"));
  });

  it.each([
    ["empty", ""],
    ["only space", " \t\n "],
    ["41 letters", "a".repeat(41)],
    ["41 emoji", "🌳".repeat(41)],
    ["42 code points in 21 letters", "x\u0301".repeat(21)],
    ["of zero width", "\u200b"],
    ["a name with a zero-width character in it", "a\u200bb"],
    ["a name that turns the direction of text", "\u202eabc"],
    ["a name with NUL in it", "a\u0000b"],
    ["a name with a line break in it", "a\nb"],
    ["a name with an escape sequence", "a\u001b[31mb"],
    ["a name with DEL", "a\u007fb"],
    ["a name with a C1 control", "a\u0085b"],
    ["half a surrogate pair", "a\ud800b"],
  ])("may not be %s", async (_title, name) => {
    const answer = await create(lane, { name });
    expectRefusal(answer, "invalid_name");
    expect(answer.json.error.details[0].path).toBe("name");
  });

  it("HT-16: is data and never an identifier: the database and its role are called by the id", async () => {
    const organisation = await createTestOrganisation();
    const names = [
      '"; drop database x; --',
      "postgres",
      "template1",
      "pg_x",
      "UPPER case",
      "a'b\\c$$d",
      "%s%n%x",
      "../..",
      "ü".repeat(40),
    ];
    const key = await organisation.key();
    const ids: string[] = [];
    for (const name of names) {
      const answer = await ask(lane, "POST", DATABASES, { key, body: { name } });
      expect(answer.json).toMatchObject({ name, id: expect.stringMatching(/^db_[0-9a-z]{20}$/) });
      ids.push(answer.json.id);
    }
    const { db } = await laneContext();
    const ready = () => db.database.count({ where: { id: { in: ids }, status: "ready" } });
    await expect.poll(ready, { interval: 50 }).toBe(names.length);
    const listed = await ask(lane, "GET", DATABASES, { key: await organisation.key() });
    expect(listed.json.items.map((item: { name: string }) => item.name)).toEqual(names);
  });
});
