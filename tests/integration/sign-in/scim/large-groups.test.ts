import { afterEach, describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import { setScimRoles } from "@/lib/sign-in/scim/roles/set";
import { createOrganisationByOwner } from "@/lib/sign-in/user-organisations/create-by-owner";
import type { InProcessServer } from "@/tests/support/in-process-server";
import { makeDirectory, patchOf } from "@/tests/support/scim";
import { signUp } from "@/tests/support/sign-in";
import { DOMAIN } from "@/tests/support/sso";
import { newSlug } from "@/tests/support/user-organisations";

const PEOPLE = 1_200;
/** As many operations as a request can have. */
const MOST = 1_000;

let server: InProcessServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Directory = Awaited<ReturnType<typeof makeDirectory>>;

/** Users of the connection, as its directory would have created them one by one. */
async function provision({ ctx, address: { projectId, connectionId } }: Directory): Promise<string[]> {
  const now = ctx.clock.now();
  const times = { createdAt: now, updatedAt: now };
  const people = Array.from({ length: PEOPLE }, (_, i) => {
    return { id: createId("user", ctx.random), email: `member${i}@${DOMAIN}` };
  });
  const users = people.map((each) => ({ ...each, projectId, emailVerified: true, name: "", ...times }));
  await ctx.db.user.createMany({ data: users });
  const records = people.map(({ id: userId, email: userName }) => {
    return { connectionId, userId, projectId, userName, isActive: true, attributes: {}, ...times };
  });
  await ctx.db.scimUser.createMany({ data: records });
  return people.map(({ id }) => id).sort();
}

async function setUp() {
  const directory = await makeDirectory({ organizations: { enabled: true } });
  server = directory.server;
  const { ctx, operator, address, ask } = directory;
  const ids = await provision(directory);
  const owner = await signUp(ctx);
  const given = { projectId: address.projectId, ownerId: owner.id, name: "Acme", slug: newSlug() };
  const { id: organizationId } = await createOrganisationByOwner(operator, given);
  await setScimRoles(operator, { ...address, organizationId, roles: [{ group: "Everyone", role: "member" }] });
  const group = (await ask("POST", "/Groups", { displayName: "Everyone" })).json.id as string;
  const change = (...operations: object[]) => ask("PATCH", `/Groups/${group}`, patchOf(...operations));
  const members = async () => {
    const { json } = await ask("GET", `/Groups/${group}`);
    return json.members.map(({ value }: { value: string }) => value) as string[];
  };
  const roles = () =>
    ctx.db.userOrganisationMember.count({ where: { organisationId: organizationId, role: "member" } });
  return { ...directory, ids, group, change, members, roles };
}

const valuesOf = (ids: string[]) => ids.map((value) => ({ value }));

describe("a group of more than a thousand members", () => {
  it("takes them in one operation, as Entra sends them, and gives all of them their role", async () => {
    const { ctx, ask, address, ids, group, change, members, roles } = await setUp();
    expect((await change({ op: "Add", path: "members", value: valuesOf(ids) })).status).toBe(204);
    expect(await members()).toEqual(ids);
    expect(await roles()).toBe(PEOPLE);
    const without = await ask("GET", `/Groups?excludedAttributes=members&filter=displayName%20eq%20"Everyone"`);
    expect(without.json).toMatchObject({ totalResults: 1, Resources: [{ id: group }] });
    expect(without.json.Resources[0]).not.toHaveProperty("members");
    expect((await change({ op: "Remove", path: "members", value: valuesOf(ids.slice(MOST)) })).status).toBe(204);
    expect(await members()).toEqual(ids.slice(0, MOST));
    expect(await roles()).toBe(MOST);
    const where = { targetId: address.connectionId, action: "scim_group.update" };
    expect(await ctx.db.auditEvent.count({ where })).toBe(2);
  });

  it("takes and loses each of a thousand by an operation of its own, as Okta and others send them", async () => {
    const { ids, change, members, roles } = await setUp();
    const first = ids.slice(0, MOST);
    // The first comes twice, and the last operation takes one away that was added before it.
    const added = [...first.slice(0, -2), first[0] ?? ""].map((value) => ({
      op: "add",
      path: "members",
      value: [{ value }],
    }));
    const last = { op: "remove", path: `members[value eq "${first[1]}"]` };
    expect((await change(...added, last)).status).toBe(204);
    const expected = first.slice(0, -2).filter((id) => id !== first[1]);
    expect(await members()).toEqual(expected);
    expect(await roles()).toBe(expected.length);
    const removed = expected.slice(1).map((id) => ({ op: "remove", path: `members[value eq "${id}"]` }));
    expect((await change(...removed)).status).toBe(204);
    expect(await members()).toEqual(expected.slice(0, 1));
    expect(await roles()).toBe(1);
  });

  it("is put whole, and exchanged whole by PATCH", async () => {
    const { ask, ids, group, change, members, roles } = await setUp();
    const whole = { displayName: "Everyone", members: valuesOf(ids) };
    expect((await ask("PUT", `/Groups/${group}`, whole)).json.members).toHaveLength(PEOPLE);
    const replaced = await change({ op: "replace", path: "members", value: valuesOf(ids.slice(600)) });
    expect(replaced.status).toBe(204);
    expect(await members()).toEqual(ids.slice(600));
    expect(await roles()).toBe(PEOPLE - 600);
  });

  it("changes not at all where one of them isn't a user of the connection", async () => {
    const { ids, change, members } = await setUp();
    const stranger = { op: "add", path: "members", value: [{ value: "usr_00000000000000000000" }] };
    const added = ids.slice(0, MOST - 1).map((value) => ({ op: "add", path: "members", value: [{ value }] }));
    expect(await change(...added, stranger)).toMatchObject({ status: 400, json: { scimType: "invalidValue" } });
    expect(await members()).toEqual([]);
  });
});
