import { afterEach, describe, expect, it } from "vitest";
import type { InProcessServer } from "@/tests/support/in-process-server";
import { CORE_GROUP, CORE_USER, makeDirectory, patchOf } from "@/tests/support/scim";
import { DOMAIN } from "@/tests/support/sso";

let server: InProcessServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function setUp() {
  const directory = await makeDirectory();
  server = directory.server;
  return directory;
}

const EMAIL = `test.user@${DOMAIN}`;

/** The body that Okta publishes for a new user. */
const NEW_USER = {
  schemas: [CORE_USER],
  userName: EMAIL,
  name: { givenName: "Test", familyName: "User" },
  emails: [{ primary: true, value: EMAIL, type: "work" }],
  displayName: "Test User",
  locale: "en-US",
  externalId: "00ujl29u0le5T6Aj10h7",
  groups: [],
  password: "1mz050nq",
  active: true,
};

describe("Okta", () => {
  it("tests the connection, looks for a user and creates them, without a password", async () => {
    const { ask, ctx } = await setUp();
    expect((await ask("GET", "/Users?startIndex=1&count=2")).json).toMatchObject({ totalResults: 0, startIndex: 1 });
    const filter = `filter=userName%20eq%20%22${encodeURIComponent(EMAIL)}%22&startIndex=1&count=100`;
    const before = await ask("GET", `/Users?${filter}`);
    expect(before.json).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
    const made = await ask("POST", "/Users", NEW_USER, { "content-type": "application/scim+json; charset=utf-8" });
    const { password: _, ...kept } = NEW_USER;
    expect(made).toMatchObject({ status: 201, json: { ...kept, meta: { resourceType: "User" } } });
    expect(await ctx.db.account.count({ where: { userId: made.json.id } })).toBe(0);
    expect((await ask("GET", `/Users?${filter}`)).json).toMatchObject({ totalResults: 1, itemsPerPage: 1 });
    expect((await ask("POST", "/Users", NEW_USER)).status).toBe(409);
    expect((await ask("GET", "/Users?startIndex=1&count=100")).json.totalResults).toBe(1);
  });

  it("updates a user by getting and putting all of them, and deactivates them so, too", async () => {
    const { ask, ctx } = await setUp();
    const { id } = (await ask("POST", "/Users", NEW_USER)).json;
    const got = (await ask("GET", `/Users/${id}`)).json;
    const name = { givenName: "Another", middleName: "Excited", familyName: "User" };
    const put = await ask("PUT", `/Users/${id}`, { ...got, displayName: undefined, name });
    expect(put).toMatchObject({ status: 200, json: { id, name, active: true, emails: got.emails } });
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id } })).name).toBe("Another User");
    const off = await ask("PUT", `/Users/${id}`, { ...put.json, active: false });
    expect(off).toMatchObject({ status: 200, json: { active: false } });
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id } })).bannedAt).not.toBeNull();
    expect((await ask("PUT", `/Users/${id}`, { ...off.json, active: true })).json.active).toBe(true);
  });

  it("deactivates, activates and syncs a password by PATCH without a path", async () => {
    const { ask, ctx } = await setUp();
    const { id } = (await ask("POST", "/Users", NEW_USER)).json;
    const set = (value: object) => ask("PATCH", `/Users/${id}`, patchOf({ op: "replace", value }));
    expect(await set({ active: false })).toMatchObject({ status: 200, json: { active: false } });
    expect(await set({ active: true })).toMatchObject({ status: 200, json: { active: true } });
    expect((await set({ password: "7ju890" })).status).toBe(200);
    expect(await ctx.db.account.count({ where: { userId: id } })).toBe(0);
  });

  it("pushes groups: created, renamed with the id in the value, members exchanged, put whole and deleted", async () => {
    const { ask } = await setUp();
    const users: string[] = [];
    for (const name of ["ada", "bob", "eve"]) {
      const email = `${name}@${DOMAIN}`;
      const body = { ...NEW_USER, userName: email, externalId: name, emails: [{ value: email, primary: true }] };
      users.push((await ask("POST", "/Users", body)).json.id);
    }
    const [ada, bob, eve] = users;
    expect((await ask("GET", "/Groups?startIndex=1&count=100")).json.totalResults).toBe(0);
    const made = await ask("POST", "/Groups", { schemas: [CORE_GROUP], displayName: "Test SCIMv2", members: [] });
    expect(made.status).toBe(201);
    const { id } = made.json;
    const rename = patchOf({ op: "replace", value: { id, displayName: "Test SCIMv2 renamed" } });
    expect((await ask("PATCH", `/Groups/${id}`, rename)).status).toBe(204);
    const members = async () => {
      const { json } = await ask("GET", `/Groups/${id}`);
      return json.members.map(({ value }: { value: string }) => value).sort();
    };
    await ask(
      "PATCH",
      `/Groups/${id}`,
      patchOf({ op: "add", path: "members", value: [{ value: ada }, { value: bob }] }),
    );
    expect(await members()).toEqual([ada, bob].sort());
    const exchange = patchOf(
      { op: "remove", path: `members[value eq "${ada}"]` },
      { op: "add", path: "members", value: [{ value: eve, display: `eve@${DOMAIN}` }] },
    );
    expect((await ask("PATCH", `/Groups/${id}`, exchange)).status).toBe(204);
    expect(await members()).toEqual([bob, eve].sort());
    const whole = patchOf({ op: "replace", path: "members", value: [{ value: ada, display: "ada" }] });
    expect((await ask("PATCH", `/Groups/${id}`, whole)).status).toBe(204);
    expect(await members()).toEqual([ada]);
    const put = await ask("PUT", `/Groups/${id}`, {
      schemas: [CORE_GROUP],
      ...{ id, displayName: "Put", members: [{ value: bob, display: "bob" }] },
    });
    expect(put).toMatchObject({ status: 200, json: { displayName: "Put", members: [{ value: bob }] } });
    const none = patchOf({ op: "replace", path: "members", value: [] });
    expect((await ask("PATCH", `/Groups/${id}`, none)).status).toBe(204);
    expect(await members()).toEqual([]);
    expect((await ask("DELETE", `/Groups/${id}`)).status).toBe(204);
  });
});
