import { afterEach, describe, expect, it } from "vitest";
import { setScimRoles } from "@/lib/sign-in/scim/roles/set";
import { showScimRoles } from "@/lib/sign-in/scim/roles/show";
import { createOrganisationByOwner } from "@/lib/sign-in/user-organisations/create-by-owner";
import type { InProcessServer } from "@/tests/support/in-process-server";
import { makeDirectory, newPerson, patchOf } from "@/tests/support/scim";
import { signUp } from "@/tests/support/sign-in";
import { newSlug } from "@/tests/support/user-organisations";

let server: InProcessServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** An organisation of the project's users, which a user outside of the company owns. */
async function setUp() {
  const directory = await makeDirectory({ organizations: { enabled: true } });
  server = directory.server;
  const { ctx, operator, address, ask } = directory;
  const { projectId } = address;
  const found = async (ownerId: string) => {
    const given = { projectId, ownerId, name: "Acme", slug: newSlug() };
    return (await createOrganisationByOwner(operator, given)).id;
  };
  const owner = await signUp(ctx);
  const organizationId = await found(owner.id);
  const rolesOf = async (organisationId = organizationId) => {
    const rows = await ctx.db.userOrganisationMember.findMany({ where: { organisationId } });
    return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
  };
  const person = async () => (await ask("POST", "/Users", newPerson())).json.id as string;
  const group = async (displayName: string, members: string[]) => {
    const body = { displayName, members: members.map((value) => ({ value })) };
    return (await ask("POST", "/Groups", body)).json.id as string;
  };
  return { ...directory, owner, organizationId, found, rolesOf, person, group };
}

const ROLES = [
  { group: "App Admins", role: "admin" as const },
  { group: "everyone", role: "member" as const },
];

describe("groups of a directory", () => {
  it("give roles in the organisation that the owner names, the most powerful one, as members come and go", async () => {
    const { ask, ctx, operator, address, owner, organizationId, rolesOf, person, group } = await setUp();
    const [ada, bob] = [await person(), await person()];
    const everyone = await group("Everyone", [ada, bob]);
    expect(await rolesOf()).toEqual({ [owner.id]: "owner" });
    const set = await setScimRoles(operator, { ...address, organizationId, roles: ROLES });
    expect(set).toMatchObject({ organizationId, groups: ["Everyone"] });
    expect(await showScimRoles(operator, address)).toEqual(set);
    expect(await rolesOf()).toEqual({ [owner.id]: "owner", [ada]: "member", [bob]: "member" });
    const admins = await group("app admins", [ada]);
    expect((await rolesOf())[ada]).toBe("admin");
    await ask("PATCH", `/Groups/${admins}`, patchOf({ op: "remove", path: `members[value eq "${ada}"]` }));
    expect((await rolesOf())[ada]).toBe("member");
    await ask("PATCH", `/Groups/${everyone}`, patchOf({ op: "replace", path: "displayName", value: "Nobody" }));
    expect(await rolesOf()).toEqual({ [owner.id]: "owner" });
    await ask("PATCH", `/Groups/${everyone}`, patchOf({ op: "replace", path: "displayName", value: "EVERYONE" }));
    expect(await rolesOf()).toMatchObject({ [ada]: "member", [bob]: "member" });
    await ask("PATCH", `/Users/${bob}`, patchOf({ op: "replace", path: "active", value: false }));
    expect(await rolesOf()).toEqual({ [owner.id]: "owner", [ada]: "member" });
    await ask("PATCH", `/Users/${bob}`, patchOf({ op: "replace", path: "active", value: true }));
    await ask("DELETE", `/Users/${ada}`);
    expect(await rolesOf()).toEqual({ [owner.id]: "owner", [bob]: "member" });
    await ask("DELETE", `/Groups/${everyone}`);
    expect(await rolesOf()).toEqual({ [owner.id]: "owner" });
    const events = await ctx.db.securityEvent.findMany({
      where: { userId: ada, kind: { startsWith: "organization." } },
    });
    expect(events.map(({ kind }) => kind.replace("organization.member_", "")).sort()).toEqual([
      ...["add", "add", "remove", "remove", "role", "role"],
    ]);
    const audit = await ctx.db.auditEvent.findMany({ where: { targetId: organizationId, actorKind: "scim-token" } });
    expect(audit.length).toBeGreaterThan(5);
  });

  it("never make, change or remove owners, and leave memberships that people manage", async () => {
    const { ask, ctx, operator, address, organizationId, rolesOf, person, group } = await setUp();
    const [ada, bob] = [await person(), await person()];
    const { projectId } = address;
    const row = (id: string, userId: string, role: string) =>
      ctx.db.userOrganisationMember.create({
        data: { id, projectId, organisationId: organizationId, userId, role, createdAt: new Date() },
      });
    await row(`umem_${ada.slice(4)}`, ada, "owner");
    await row(`umem_${bob.slice(4)}`, bob, "admin");
    const everyone = await group("Everyone", [ada]);
    await setScimRoles(operator, { ...address, organizationId, roles: ROLES });
    expect(await rolesOf()).toMatchObject({ [ada]: "owner", [bob]: "admin" });
    await ask("PATCH", `/Groups/${everyone}`, patchOf({ op: "add", path: "members", value: [{ value: bob }] }));
    expect(await rolesOf()).toMatchObject({ [ada]: "owner", [bob]: "member" });
    await ask("PATCH", `/Groups/${everyone}`, patchOf({ op: "remove", path: "members" }));
    expect(Object.keys(await rolesOf())).toContain(ada);
    expect(Object.keys(await rolesOf())).not.toContain(bob);
  });

  it("move with the connection to another organisation, of this project alone", async () => {
    const { operator, address, owner, organizationId, found, rolesOf, person, group } = await setUp();
    const ada = await person();
    await group("Everyone", [ada]);
    await setScimRoles(operator, { ...address, organizationId, roles: ROLES });
    const next = await found(owner.id);
    await setScimRoles(operator, { ...address, organizationId: next, roles: ROLES });
    expect(await rolesOf()).toEqual({ [owner.id]: "owner" });
    expect(await rolesOf(next)).toEqual({ [owner.id]: "owner", [ada]: "member" });
    const elsewhere = setScimRoles(operator, { ...address, organizationId: "uorg_00000000000000000000", roles: [] });
    await expect(elsewhere).rejects.toMatchObject({ code: "organization_not_found" });
    const twice = [ROLES[0], { group: "APP ADMINS", role: "member" as const }].filter((each) => each !== undefined);
    const doubled = setScimRoles(operator, { ...address, organizationId, roles: twice });
    await expect(doubled).rejects.toMatchObject({ code: "conflict" });
    await setScimRoles(operator, { ...address, organizationId: null, roles: ROLES });
    expect(await rolesOf(next)).toEqual({ [owner.id]: "owner" });
  });
});
