import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { recordSecurityEvent, type SecurityEventEntry } from "@/lib/sign-in/events/record";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { revokeProjectKey } from "@/lib/sign-in/project-keys/revoke";
import { findProjectsByName } from "@/lib/sign-in/projects/find-by-name";
import { listProjectsWithActivity } from "@/lib/sign-in/projects/list-with-activity";
import { readProjectOverview } from "@/lib/sign-in/projects/read-overview";
import { createUser } from "@/lib/sign-in/users/create";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

async function setUp() {
  const organisation = await createOrganisation();
  const project = await insertProject(organisation, {
    name: "Shop",
    settings: { allowedOrigins: ["https://shop.example"] },
  });
  const ctx = await makeContext({ actor: organisation.member.viewer });
  return { organisation, project, ctx, address: { organisationId: organisation.id, projectId: project.id } };
}

function inProject(ctx: Context, id: string) {
  return { ...ctx, project: { id }, userAgent: "" };
}

async function addUser(ctx: Context, projectId: string, email: string) {
  const user = await createUser(inProject(ctx, projectId), { email, name: "Mira", emailVerified: true });
  const record = (entry: Omit<SecurityEventEntry, "userId">) =>
    recordSecurityEvent(inProject(ctx, projectId), { ...entry, userId: user.id });
  return { ...user, record };
}

describe("the list of projects", () => {
  it("has users, the last sign-in and origins of each, of this organisation alone, and filters by name", async () => {
    const { organisation, project, ctx } = await setUp();
    const organisationId = organisation.id;
    await insertProject(organisation, { name: "a quiet one" });
    const elsewhere = await insertProject(await createOrganisation(), { name: "Shop" });
    await addUser(ctx, elsewhere.id, "them@example.com");
    const { record } = await addUser(ctx, project.id, "mira@example.com");
    await record({ kind: "session.sign_in", outcome: "refused", reason: "wrong_password" });
    const before = await listProjectsWithActivity(ctx, { organisationId, search: "" });
    expect(before.map(({ name, lastSignInAt }) => [name, lastSignInAt])).toEqual([
      ["a quiet one", null],
      ["Shop", null],
    ]);
    await record({ kind: "session.sign_in", outcome: "accepted", data: { factor: "password" } });
    expect(await listProjectsWithActivity(ctx, { organisationId, search: "SHO" })).toEqual([
      {
        ...{ id: project.id, organisationId, name: "Shop", status: "active", createdAt: project.createdAt },
        ...{ origins: ["https://shop.example"], users: 1, hasMoreUsers: false },
        lastSignInAt: ctx.clock.now().toISOString(),
      },
    ]);
    expect(await findProjectsByName(ctx, { organisationId, name: "sHo" })).toEqual([{ id: project.id, name: "Shop" }]);
    expect(await findProjectsByName(ctx, { organisationId, name: "%" })).toEqual([]);
  });

  it("is not found for strangers", async () => {
    const { address } = await setUp();
    const stranger = await makeContext({ actor: (await createOrganisation()).member.owner });
    const refusal = { code: "not_found" };
    await expect(listProjectsWithActivity(stranger, { ...address, search: "" })).rejects.toMatchObject(refusal);
    await expect(findProjectsByName(stranger, { ...address, name: "" })).rejects.toMatchObject(refusal);
    await expect(readProjectOverview(stranger, address)).rejects.toMatchObject(refusal);
  });
});

describe("the overview of a project", () => {
  it("shows the latest users, their methods, and the usable ones", async () => {
    const { organisation, project, ctx, address } = await setUp();
    expect(await readProjectOverview(ctx, address)).toEqual({
      ...{ users: 0, hasMoreUsers: false, publicKeys: 0, signIns: [] },
    });
    const { record } = await addUser(ctx, project.id, "mira@example.com");
    await record({ kind: "user.sign_up", outcome: "accepted" });
    await record({ kind: "password.change", outcome: "accepted" });
    await record({
      kind: "session.second_factor",
      outcome: "accepted",
      data: { firstFactor: "github", factor: "totp" },
    });
    const developer = await makeContext({ actor: organisation.member.developer });
    const make = () => createPublicKey(developer, { ...address, name: "web", scope: "read-write", expiresAt: null });
    const [first] = [await make(), await make()];
    await revokeProjectKey(developer, { ...address, kind: "public", keyId: first.id });
    const overview = await readProjectOverview(ctx, address);
    expect(overview).toMatchObject({ users: 1, publicKeys: 1 });
    expect(overview.signIns.map(({ email, name, how }) => [email, name, how]).toSorted()).toEqual([
      ["mira@example.com", "Mira", "github"],
      ["mira@example.com", "Mira", "sign-up"],
    ]);
  });

  it("is not found under another organisation", async () => {
    const { address } = await setUp();
    const { id: organisationId, member } = await createOrganisation();
    const other = await makeContext({ actor: member.owner });
    await expect(readProjectOverview(other, { ...address, organisationId })).rejects.toMatchObject({
      code: "project_not_found",
    });
  });
});
