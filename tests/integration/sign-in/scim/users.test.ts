import { afterEach, describe, expect, it } from "vitest";
import { showScimRoles } from "@/lib/sign-in/scim/roles/show";
import { banUser } from "@/lib/sign-in/users/ban";
import { unbanUser } from "@/lib/sign-in/users/unban";
import type { InProcessServer } from "@/tests/support/in-process-server";
import { CORE_USER, ENTERPRISE, makeDirectory, newPerson, patchOf } from "@/tests/support/scim";
import { signUp } from "@/tests/support/sign-in";
import { DOMAIN, signInAt } from "@/tests/support/sso";
import { otherBrowser } from "@/tests/support/test-browser";

let server: InProcessServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function setUp(settings: object = {}) {
  const directory = await makeDirectory(settings);
  server = directory.server;
  return directory;
}

describe("the discovery documents", () => {
  it("tell the supported features, and which attributes there are", async () => {
    const { ask } = await setUp();
    const config = await ask("GET", "/ServiceProviderConfig");
    expect(config.headers.get("content-type")).toBe("application/scim+json");
    expect(config.json).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      sort: { supported: false },
    });
    const types = await ask("GET", "/ResourceTypes");
    expect(types.json).toMatchObject({ totalResults: 2, Resources: [{ id: "User" }, { id: "Group" }] });
    expect((await ask("GET", "/ResourceTypes/Group")).json).toMatchObject({ endpoint: "/Groups" });
    const schemas = await ask("GET", "/Schemas");
    expect(schemas.json.Resources.map(({ id }: { id: string }) => id)).toContain(ENTERPRISE);
    const user = await ask("GET", `/Schemas/${CORE_USER}`);
    expect(user.json.attributes[0]).toMatchObject({ name: "userName", required: true, uniqueness: "server" });
    const nothing = await ask("GET", "/Bulk");
    expect(nothing.json).toMatchObject({ status: "404", schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"] });
  });
});

describe("a provisioned user", () => {
  it("is a user of the project, read again as the directory wrote them, without values that aren't kept", async () => {
    const { ask, ctx, connection, server } = await setUp();
    const person = newPerson({
      displayName: "Ada Lovelace",
      photos: [{ value: "https://acme.example/ada.png", type: "photo" }],
      [ENTERPRISE]: { department: "Engines", manager: "26118915" },
    });
    const ignored = { password: "1mz050nq", nonsense: { deep: true } };
    const made = await ask("POST", "/Users", { ...person, ...ignored });
    expect([made.status, made.headers.get("content-type")]).toEqual([201, "application/scim+json"]);
    const { id, meta } = made.json;
    expect(meta).toMatchObject({ resourceType: "User", location: `http://coppice.example/scim/v2/Users/${id}` });
    expect([made.headers.get("etag"), made.headers.get("location")]).toEqual([meta.version, meta.location]);
    const { schemas: _, ...kept } = person;
    expect(made.json).toMatchObject({
      ...kept,
      [ENTERPRISE]: { department: "Engines", manager: { value: "26118915" } },
    });
    expect(made.json.schemas).toEqual([CORE_USER, ENTERPRISE]);
    expect(Object.keys(made.json)).not.toContain("nonsense");
    expect(JSON.stringify(made.json)).not.toContain("1mz050nq");
    const user = await ctx.db.user.findUniqueOrThrow({ where: { id } });
    expect(user).toMatchObject({
      projectId: ctx.project.id,
      email: person.userName,
      emailVerified: true,
      name: "Ada Lovelace",
      image: "https://acme.example/ada.png",
      bannedAt: null,
    });
    expect((await ask("GET", `/Users/${id}`)).json).toEqual(made.json);
    const unchanged = await ask("GET", `/Users/${id}`, undefined, { "if-none-match": meta.version });
    expect(unchanged.status).toBe(304);
    const actions = await ctx.db.auditEvent.findMany({ where: { targetId: id } });
    expect(actions).toMatchObject([{ action: "scim_user.link", actorKind: "scim-token" }]);
    const events = await ctx.db.securityEvent.findMany({ where: { userId: id } });
    expect(events).toMatchObject([{ kind: "user.create", data: { provider: connection.id } }]);
    await server.runtime.scimTokenUses.flush();
    const token = await ctx.db.scimToken.findFirstOrThrow({ where: { connectionId: connection.id } });
    expect(token.lastUsedAt).not.toBeNull();
  });

  it("can't be there twice, by name, external id or address", async () => {
    const { ask } = await setUp();
    const person = newPerson();
    expect((await ask("POST", "/Users", person)).status).toBe(201);
    const again = await ask("POST", "/Users", { ...person, userName: person.userName.toUpperCase() });
    expect(again).toMatchObject({ status: 409, json: { scimType: "uniqueness", code: "conflict", status: "409" } });
    const other = newPerson();
    const sameName = await ask("POST", "/Users", { ...other, userName: person.userName });
    expect(sameName).toMatchObject({ status: 409, json: { scimType: "uniqueness" } });
    const sameId = await ask("POST", "/Users", { ...other, externalId: person.externalId });
    expect(sameId).toMatchObject({ status: 409, json: { scimType: "uniqueness" } });
    expect((await ask("POST", "/Users", other)).status).toBe(201);
    const list = await ask("GET", "/Users");
    const moved = await ask("PUT", `/Users/${list.json.Resources[1].id}`, { ...other, emails: person.emails });
    expect(moved).toMatchObject({ status: 409, json: { code: "email_taken", scimType: "uniqueness" } });
    const renamed = await ask("PUT", `/Users/${list.json.Resources[1].id}`, { ...other, userName: person.userName });
    expect(renamed).toMatchObject({ status: 409, json: { code: "conflict" } });
  });

  it("signs in by the connection as the same user, whose NameID may be the external id", async () => {
    const { ask, ctx, idp, connection } = await setUp();
    const person = newPerson();
    const { json } = await ask("POST", "/Users", person);
    const browser = await signInAt(ctx, { idp, connection }, { nameId: person.externalId, email: `alias@${DOMAIN}` });
    expect(browser.received.session).toBeTruthy();
    const accounts = await ctx.db.account.findMany({ where: { userId: json.id } });
    expect(accounts).toMatchObject([{ providerId: connection.id, accountId: person.externalId }]);
    const other = newPerson();
    const { json: second } = await ask("POST", "/Users", other);
    const next = await signInAt(ctx, { idp, connection }, { nameId: "lasting-7", email: other.userName });
    expect(next.received.session).toBeTruthy();
    expect(await ctx.db.account.findMany({ where: { userId: second.id } })).toMatchObject([{ accountId: "lasting-7" }]);
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(2);
  });

  it("is linked to the user who has the address, who loses all methods that nobody had proven", async () => {
    const { ask, ctx } = await setUp();
    const email = `early-${process.pid}@${DOMAIN}`;
    const { id } = await signUp(otherBrowser(ctx), email);
    expect(await ctx.db.session.count({ where: { userId: id } })).toBe(1);
    const made = await ask(
      "POST",
      "/Users",
      newPerson({ userName: "early", emails: [{ value: email.toUpperCase() }] }),
    );
    expect(made).toMatchObject({ status: 201, json: { id, userName: "early" } });
    expect(await ctx.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ emailVerified: true });
    expect(await ctx.db.session.count({ where: { userId: id } })).toBe(0);
    expect(await ctx.db.account.count({ where: { userId: id } })).toBe(0);
  });

  it("is replaced by PUT, whose missing attributes go, but not the state or the external id", async () => {
    const { ask, ctx } = await setUp();
    const person = newPerson({ title: "Countess", nickName: "Ada" });
    const { json: made } = await ask("POST", "/Users", person);
    const next = {
      userName: person.userName,
      displayName: "Augusta Ada",
      emails: [`countess-${process.pid}@${DOMAIN}`],
    };
    const put = await ask("PUT", `/Users/${made.id}`, next);
    expect(put).toMatchObject({
      status: 200,
      json: { displayName: "Augusta Ada", active: true, externalId: person.externalId },
    });
    expect(Object.keys(put.json)).not.toEqual(expect.arrayContaining(["title"]));
    const user = await ctx.db.user.findUniqueOrThrow({ where: { id: made.id } });
    expect(user).toMatchObject({
      name: "Augusta Ada",
      email: `countess-${process.pid}@${DOMAIN}`,
      emailVerified: true,
    });
    expect(put.json.meta.version).not.toBe(made.meta.version);
    const again = await ask("PUT", `/Users/${made.id}`, next);
    expect(again.json.meta).toEqual(put.json.meta);
    expect(await ask("PUT", `/Users/${made.id}`, {})).toMatchObject({
      status: 400,
      json: { scimType: "invalidValue" },
    });
    expect((await ask("PUT", "/Users/usr_00000000000000000000", next)).status).toBe(404);
  });

  it("is deactivated with their sessions, and let in again, but not where the owner has banned them", async () => {
    const { ask, ctx, idp, connection, operator } = await setUp();
    const person = newPerson();
    const { json: made } = await ask("POST", "/Users", person);
    await signInAt(ctx, { idp, connection }, { nameId: "n", email: person.userName });
    expect(await ctx.db.session.count({ where: { userId: made.id } })).toBe(1);
    const off = await ask("PATCH", `/Users/${made.id}`, patchOf({ op: "replace", value: { active: false } }));
    expect(off).toMatchObject({ status: 200, json: { active: false } });
    expect(await ctx.db.session.count({ where: { userId: made.id } })).toBe(0);
    const refused = await signInAt(ctx, { idp, connection }, { nameId: "n", email: person.userName });
    expect(refused.received.redirect).toContain("error=banned");
    const on = await ask("PATCH", `/Users/${made.id}`, patchOf({ op: "replace", path: "active", value: true }));
    expect(on.json.active).toBe(true);
    await signInAt(ctx, { idp, connection }, { nameId: "n", email: person.userName });
    expect(await ctx.db.session.count({ where: { userId: made.id } })).toBe(1);
    const users = { projectId: ctx.project.id, userId: made.id };
    await banUser(operator, { ...users, reason: "spam" });
    const kept = await ask("PATCH", `/Users/${made.id}`, patchOf({ op: "replace", path: "active", value: true }));
    expect(kept).toMatchObject({ status: 200, json: { active: false } });
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id: made.id } })).bannedAt).not.toBeNull();
    await unbanUser(operator, users);
    expect((await ask("GET", `/Users/${made.id}`)).json.active).toBe(true);
    await ask("PATCH", `/Users/${made.id}`, patchOf({ op: "replace", path: "active", value: false }));
    await unbanUser(operator, users);
    await ask("PATCH", `/Users/${made.id}`, patchOf({ op: "replace", path: "title", value: "Countess" }));
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id: made.id } })).bannedAt).toBeNull();
    const kinds = await ctx.db.securityEvent.findMany({ where: { userId: made.id, kind: { startsWith: "user." } } });
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([
      ...["user.ban", "user.ban", "user.ban", "user.create", "user.unban", "user.unban", "user.unban"],
    ]);
  });

  it("leaves with DELETE: deactivated, without the account at the connection, and back by POST", async () => {
    const { ask, ctx, idp, connection } = await setUp();
    const person = newPerson();
    const { json: made } = await ask("POST", "/Users", person);
    await signInAt(ctx, { idp, connection }, { nameId: "n", email: person.userName });
    expect((await ask("DELETE", `/Users/${made.id}`)).status).toBe(204);
    expect((await ask("GET", `/Users/${made.id}`)).status).toBe(404);
    expect((await ask("DELETE", `/Users/${made.id}`)).status).toBe(404);
    expect(await ctx.db.session.count({ where: { userId: made.id } })).toBe(0);
    expect(await ctx.db.account.count({ where: { userId: made.id } })).toBe(0);
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id: made.id } })).bannedAt).not.toBeNull();
    const back = await ask("POST", "/Users", person);
    expect(back).toMatchObject({ status: 201, json: { id: made.id, active: true } });
    const actions = await ctx.db.auditEvent.findMany({ where: { targetId: made.id } });
    expect(actions.map(({ action }) => action).sort()).toEqual([
      ...["scim_user.link", "scim_user.link", "scim_user.unlink", "user.ban", "user.unban"],
    ]);
  });
});

describe("a list of users", () => {
  it("is filtered by the filters of directories, and paged in a lasting order", async () => {
    const { ask, operator, address } = await setUp();
    const people = [newPerson(), newPerson(), newPerson({ active: false })];
    for (const person of people) expect((await ask("POST", "/Users", person)).status).toBe(201);
    const find = async (filter: string) => {
      const { status, json } = await ask("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect(status, JSON.stringify(json)).toBe(200);
      return json.Resources.map(({ userName }: { userName: string }) => userName);
    };
    const [ada, bob, eve] = people.map(({ userName }) => userName);
    expect(await find(`userName eq "${ada?.toUpperCase()}"`)).toEqual([ada]);
    expect(await find(`externalId eq "${people[1]?.externalId}"`)).toEqual([bob]);
    expect(await find(`emails.value eq "${bob}"`)).toEqual([bob]);
    expect(await find(`emails[type eq "work"].value eq "${bob}"`)).toEqual([bob]);
    expect(await find(`emails[type eq "work" and value eq "${bob}"]`)).toEqual([bob]);
    expect(await find("active eq true")).toEqual([ada, bob]);
    expect(await find('active eq "False"')).toEqual([eve]);
    expect(await find(`userName eq "${ada}" or userName eq "${eve}"`)).toEqual([ada, eve]);
    expect(await find(`userName eq "${ada}" and active eq false`)).toEqual([]);
    expect(await find(`not (userName eq "${ada}") and userName sw "person"`)).toEqual([bob, eve]);
    expect(
      await find('urn:ietf:params:scim:schemas:core:2.0:User:userName pr and meta.created gt "2020-01-01T00:00:00Z"'),
    ).toEqual([ada, bob, eve]);
    const first = await ask("GET", "/Users?startIndex=1&count=2");
    expect(first.json).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 2 });
    const second = await ask("GET", "/Users?startIndex=3&count=2");
    expect(second.json).toMatchObject({
      totalResults: 3,
      startIndex: 3,
      itemsPerPage: 1,
      Resources: [{ userName: eve }],
    });
    expect((await ask("GET", "/Users?count=0")).json).toMatchObject({
      totalResults: 3,
      itemsPerPage: 0,
      Resources: [],
    });
    const { id } = second.json.Resources[0];
    expect(await find(`id eq "${id}"`)).toEqual([eve]);
    const few = await ask("GET", `/Users/${id}?attributes=userName,name.givenName`);
    expect(few.json).toEqual({
      schemas: [CORE_USER],
      ...{ id, userName: eve, name: { givenName: "Ada" }, meta: expect.any(Object) },
    });
    const without = await ask("GET", `/Users/${id}?excludedAttributes=emails,name.familyName`);
    expect(without.json).toMatchObject({ name: { givenName: "Ada" } });
    expect(Object.keys(without.json)).not.toContain("emails");
    expect((await showScimRoles(operator, address)).groups).toEqual([]);
  });
});
