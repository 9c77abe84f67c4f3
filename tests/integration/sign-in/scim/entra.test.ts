import { afterEach, describe, expect, it } from "vitest";
import type { InProcessServer } from "@/tests/support/in-process-server";
import { CORE_GROUP, CORE_USER, ENTERPRISE, makeDirectory, patchOf } from "@/tests/support/scim";
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

const EMAIL = `ada@${DOMAIN}`;

/** The body that Entra's provisioning service publishes for a new user. */
const NEW_USER = {
  schemas: [CORE_USER, ENTERPRISE],
  externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
  userName: "Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1",
  active: true,
  emails: [{ primary: true, type: "work", value: EMAIL }],
  meta: { resourceType: "User" },
  name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
  roles: [],
};

const query = (filter: string) => encodeURIComponent(filter);

describe("Microsoft Entra ID", () => {
  it("tests the connection, looks for a user, creates them and finds them again", async () => {
    const { ask } = await setUp();
    const test = await ask("GET", `/Users?filter=${query('userName eq "nobody-at-all"')}`);
    expect(test).toMatchObject({ status: 200, json: { totalResults: 0, startIndex: 1, Resources: [] } });
    const made = await ask("POST", "/Users", NEW_USER);
    expect(made).toMatchObject({ status: 201, json: { externalId: NEW_USER.externalId, userName: NEW_USER.userName } });
    const { id } = made.json;
    const found = await ask("GET", `/Users?filter=${query(`userName eq "${NEW_USER.userName}"`)}`);
    expect(found.json).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const byEmail = await ask("GET", `/Users?filter=${query(`emails[type eq "work"].value eq "${EMAIL}"`)}`);
    expect(byEmail.json).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect((await ask("GET", `/Users/${id}`)).json).toMatchObject({ id, name: NEW_USER.name });
  });

  it("updates attributes by capitalised operations with paths, filters and urns", async () => {
    const { ask, ctx } = await setUp();
    const { id } = (await ask("POST", "/Users", NEW_USER)).json;
    const several = await ask(
      "PATCH",
      `/Users/${id}`,
      patchOf(
        { op: "Replace", path: 'emails[type eq "work"].value', value: `updated@${DOMAIN}` },
        { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
        { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+45 12345678" },
        { op: "Replace", path: 'addresses[type eq "work"].country', value: "DK" },
        { op: "Add", path: `${ENTERPRISE}:department`, value: "Engines" },
        { op: "Add", path: `${ENTERPRISE}:manager`, value: "5171a35d82074e068ce2" },
        { op: "Add", path: 'roles[primary eq "True"].value', value: "Reader" },
      ),
    );
    expect(several).toMatchObject({
      status: 200,
      json: {
        emails: [{ value: `updated@${DOMAIN}`, type: "work", primary: true }],
        name: { formatted: "givenName familyName", familyName: "updatedFamilyName", givenName: "givenName" },
        phoneNumbers: [{ type: "mobile", value: "+45 12345678" }],
        addresses: [{ type: "work", country: "DK" }],
        roles: [{ primary: true, value: "Reader" }],
        [ENTERPRISE]: { department: "Engines", manager: { value: "5171a35d82074e068ce2" } },
      },
    });
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id } })).email).toBe(`updated@${DOMAIN}`);
    const single = await ask(
      "PATCH",
      `/Users/${id}`,
      patchOf({ op: "Replace", path: "userName", value: "5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com" }),
    );
    expect(single.json.userName).toBe("5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com");
  });

  it("replaces attributes without a path, whose names are dotted or urns", async () => {
    const { ask } = await setUp();
    const { id } = (await ask("POST", "/Users", NEW_USER)).json;
    const value = {
      displayName: "Bjfe",
      "name.givenName": "Kkom",
      "name.familyName": "Unua",
      'emails[type eq "work"].value': `bjfe@${DOMAIN}`,
      [`${ENTERPRISE}:employeeNumber`]: "6465",
      [ENTERPRISE]: { costCenter: "4130" },
    };
    const patched = await ask("PATCH", `/Users/${id}`, patchOf({ op: "replace", value }));
    expect(patched.json).toMatchObject({
      displayName: "Bjfe",
      name: { givenName: "Kkom", familyName: "Unua" },
      emails: [{ value: `bjfe@${DOMAIN}`, type: "work" }],
      [ENTERPRISE]: { employeeNumber: "6465", costCenter: "4130" },
    });
    const removed = await ask(
      "PATCH",
      `/Users/${id}`,
      patchOf({ op: "Remove", path: `${ENTERPRISE}:costCenter` }, { op: "Remove", path: "displayName" }),
    );
    expect(removed.json[ENTERPRISE]).toEqual({ employeeNumber: "6465" });
    expect(removed.json).not.toHaveProperty("displayName");
  });

  it("disables a user by the boolean and by the text False, and enables and deletes them", async () => {
    const { ask, ctx } = await setUp();
    const { id } = (await ask("POST", "/Users", NEW_USER)).json;
    const set = (value: unknown) => ask("PATCH", `/Users/${id}`, patchOf({ op: "Replace", path: "active", value }));
    for (const [value, active] of [
      ["False", false],
      ["True", true],
      [false, false],
      [true, true],
    ] as const) {
      expect((await set(value)).json.active).toBe(active);
      const { bannedAt } = await ctx.db.user.findUniqueOrThrow({ where: { id } });
      expect(bannedAt === null).toBe(active);
    }
    expect(await set("perhaps")).toMatchObject({ status: 400, json: { scimType: "invalidValue" } });
    expect((await ask("DELETE", `/Users/${id}`)).status).toBe(204);
    const gone = await ask("GET", `/Users/${id}`);
    expect(gone).toMatchObject({ status: 404, json: { status: "404" } });
  });

  it("creates a group, adds and removes members without reading them, renames it and deletes it", async () => {
    const { ask } = await setUp();
    const user = (await ask("POST", "/Users", NEW_USER)).json;
    const made = await ask("POST", "/Groups", {
      schemas: [CORE_GROUP, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
      externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
      displayName: "displayName",
      meta: { resourceType: "Group" },
    });
    expect(made).toMatchObject({ status: 201, json: { displayName: "displayName", members: [] } });
    const { id } = made.json;
    const single = await ask("GET", `/Groups/${id}?excludedAttributes=members`);
    expect(single.json).not.toHaveProperty("members");
    const found = await ask(
      "GET",
      `/Groups?excludedAttributes=members&filter=${query('displayName eq "DisplayName"')}`,
    );
    expect(found.json).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const rename = { op: "Replace", path: "displayName", value: "updatedDisplayName" };
    expect((await ask("PATCH", `/Groups/${id}`, patchOf(rename))).status).toBe(204);
    const add = { op: "Add", path: "members", value: [{ $ref: null, value: user.id }] };
    expect((await ask("PATCH", `/Groups/${id}`, patchOf(add))).status).toBe(204);
    expect((await ask("PATCH", `/Groups/${id}`, patchOf(add))).status).toBe(204);
    const isMember = query(`id eq "${id}" and members eq "${user.id}"`);
    expect((await ask("GET", `/Groups?excludedAttributes=members&filter=${isMember}`)).json.totalResults).toBe(1);
    expect((await ask("GET", `/Groups/${id}`)).json).toMatchObject({
      displayName: "updatedDisplayName",
      members: [{ value: user.id }],
    });
    expect((await ask("GET", `/Users/${user.id}`)).json.groups).toMatchObject([{ value: id }]);
    const remove = { op: "Remove", path: "members", value: [{ $ref: null, value: user.id }] };
    expect((await ask("PATCH", `/Groups/${id}`, patchOf(remove))).status).toBe(204);
    expect((await ask("GET", `/Groups/${id}`)).json.members).toEqual([]);
    expect((await ask("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect((await ask("GET", `/Groups/${id}`)).status).toBe(404);
  });

  it("SI-L10: deactivates by the old form, whose single value comes in a list", async () => {
    const { ask, ctx } = await setUp();
    const { id } = (await ask("POST", "/Users", NEW_USER)).json;
    const wrapped = (value: string) => [{ $ref: null, value }];
    const change = patchOf(
      { op: "Replace", path: "active", value: wrapped("False") },
      { op: "Replace", path: "displayName", value: wrapped("Bjarne Fisker") },
    );
    const { status, json } = await ask("PATCH", `/Users/${id}`, change);
    expect({ status, json }).toMatchObject({ status: 200, json: { active: false, displayName: "Bjarne Fisker" } });
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id } })).bannedAt).not.toBeNull();
    const unknown = await ask("PATCH", `/Users/${id}`, patchOf({ op: "move", path: "title", value: "x" }));
    expect(unknown).toMatchObject({ status: 400, json: { scimType: "invalidSyntax" } });
  });

  it("4.7: takes a PATCH without a path, by names with dots, filters and urns", async () => {
    const { ask } = await setUp();
    const { id } = (await ask("POST", "/Users", NEW_USER)).json;
    const change = patchOf(
      {
        op: "Replace",
        value: {
          displayName: "Bjarne F",
          "name.givenName": "Bjarne",
          "name.familyName": "F",
          active: "False",
          'emails[type eq "work"].value': `bj@${DOMAIN}`,
          [`${ENTERPRISE}:employeeNumber`]: "0042",
          [`${ENTERPRISE}:manager`]: "u-77",
          "urn:example:unknown:2.0:User:shoe.size": "43",
        },
      },
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Retail" },
    );
    const { status, json } = await ask("PATCH", `/Users/${id}`, change);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      active: false,
      displayName: "Bjarne F",
      name: { givenName: "Bjarne", familyName: "F" },
      emails: [{ type: "work", value: `bj@${DOMAIN}` }],
      [ENTERPRISE]: { employeeNumber: "0042", manager: { value: "u-77" }, department: "Retail" },
    });
    expect(JSON.stringify(json)).not.toContain("shoe");
  });

  it("4.9: adds and removes members in three dialects, and nobody else", async () => {
    const { ask } = await setUp();
    const ids: string[] = [];
    for (const name of ["ada", "bob"]) {
      const made = await ask("POST", "/Users", {
        ...NEW_USER,
        externalId: name,
        userName: `${name}@${DOMAIN}`,
        emails: [],
      });
      ids.push(made.json.id);
    }
    const [ada, bob] = ids;
    const { id } = (await ask("POST", "/Groups", { schemas: [CORE_GROUP], displayName: "Team" })).json;
    const change = async (...operations: object[]) => {
      expect((await ask("PATCH", `/Groups/${id}`, patchOf(...operations))).status).toBeLessThan(300);
      const { members = [] } = (await ask("GET", `/Groups/${id}`)).json;
      return members.map(({ value }: { value: string }) => value).sort();
    };
    const both = [ada, bob].sort();
    const all = [{ value: ada }, { value: bob }];
    expect(await change({ op: "Add", path: "members", value: all })).toEqual(both);
    expect(await change({ op: "Add", path: "members", value: [{ value: ada }] })).toEqual(both);
    expect(await change({ op: "Remove", path: "members", value: [{ value: ada }] })).toEqual([bob]);
    expect(await change({ op: "Remove", path: "members", value: [{ value: ada }] })).toEqual([bob]);
    expect(await change({ op: "replace", path: "members", value: [] })).toEqual([]);
    expect(await change({ op: "Add", path: "members", value: all })).toEqual(both);
    expect(await change({ op: "remove", path: `members[value eq "${bob}"]` })).toEqual([ada]);
  });

  it("4.10: answers no filter with everybody", async () => {
    const { ask } = await setUp();
    await ask("POST", "/Users", NEW_USER);
    const plus = `a+b@${DOMAIN}`;
    const second = { ...NEW_USER, externalId: "second", userName: plus, emails: [{ value: plus, type: "work" }] };
    await ask("POST", "/Users", second);
    const find = async (filter: string, rest = "") => {
      const { status, json } = await ask("GET", `/Users?filter=${query(filter)}${rest}`);
      return status === 200 ? [json.totalResults, json.Resources.length] : [status, json.scimType];
    };
    for (const unreadable of ["externalId eq jyoung", 'userName eq "O\\"', "userName eq", '"x"']) {
      expect(await find(unreadable), unreadable).toEqual([400, "invalidFilter"]);
    }
    expect(await find(`userName eq "${plus}"`)).toEqual([1, 1]);
    expect(await find('userName eq "O\\"Neil"')).toEqual([0, 0]);
    expect(await find(`USERNAME EQ "${plus.toUpperCase()}"`)).toEqual([1, 1]);
    expect(await find(`emails[type eq "work"].value eq "${plus}"`)).toEqual([1, 1]);
    expect(await find('externalId eq "nobody"')).toEqual([0, 0]);
    for (const counted of ["startIndex=0&count=0", "count=-1"]) {
      const { json } = await ask("GET", `/Users?${counted}`);
      expect([json.totalResults, json.Resources]).toEqual([2, []]);
    }
  });
});
