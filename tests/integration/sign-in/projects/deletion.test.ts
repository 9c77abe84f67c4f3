import { describe, expect, it } from "vitest";
import type { Actor, Context } from "@/lib/core/context";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import { deleteOrganisation } from "@/lib/people/organisations/delete";
import { requireProject } from "@/lib/sign-in/project-keys/authorise";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { listProjectKeys } from "@/lib/sign-in/project-keys/list";
import { createProject } from "@/lib/sign-in/projects/create";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { findProject } from "@/lib/sign-in/projects/find";
import { findProjectsByName } from "@/lib/sign-in/projects/find-by-name";
import { listProjects } from "@/lib/sign-in/projects/list";
import { listDeletedProjects } from "@/lib/sign-in/projects/list-deleted";
import { listProjectsWithActivity } from "@/lib/sign-in/projects/list-with-activity";
import { purgeDeletedProjects } from "@/lib/sign-in/projects/purge";
import { restoreProject } from "@/lib/sign-in/projects/restore";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { showProject } from "@/lib/sign-in/projects/show";
import { createUser } from "@/lib/sign-in/users/create";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, FixedClock, keyActor, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";
import { eventsOf, makeUserContext, signUp } from "@/tests/support/sign-in";

const DAY_MS = 86_400_000;
const NOT_FOUND = { code: "project_not_found" };

async function setUp() {
  const organisation = await createOrganisation();
  const project = await insertProject(organisation);
  const clock = new FixedClock();
  const ctx = await makeContext({ actor: organisation.member.developer, clock });
  const address = { organisationId: organisation.id, projectId: project.id };
  const key = await createServerKey(ctx, { ...address, name: "k", scope: "read", expiresAt: null });
  return { organisation, project, clock, ctx, address, key };
}

async function deletionsOf(ctx: Context, targetId: string) {
  const wanted = { in: ["project.delete", "project.restore", "project.purge"] };
  const rows = await ctx.db.auditEvent.findMany({ where: { targetId, action: wanted }, orderBy: { id: "asc" } });
  return rows.map(({ action, data }) => ({ action, data })).sort((a, b) => a.action.localeCompare(b.action));
}

describe("a deleted project", () => {
  it("is as one that does not exist, for members, the operator, keys and sign-in", async () => {
    const { organisation, project, ctx, address, key } = await setUp();
    const before = await ctx.signIn.projects.find(project.id);
    expect(before).toMatchObject({ id: project.id });
    expect(await ctx.signIn.projectKeys.find(hashSecretText(key.secret))).toMatchObject({
      project: { id: project.id },
    });
    const deleted = await deleteProject(ctx, address);
    const restorableUntil = new Date(ctx.clock.now().getTime() + 30 * DAY_MS).toISOString();
    expect(deleted).toMatchObject({ id: project.id, name: project.name, restorableUntil });
    await expect(showProject(ctx, address)).rejects.toMatchObject(NOT_FOUND);
    await expect(listProjectKeys(ctx, { ...address, kind: "server" })).rejects.toMatchObject(NOT_FOUND);
    await expect(deleteProject(ctx, address)).rejects.toMatchObject(NOT_FOUND);
    const { organisationId } = address;
    expect(await listProjects(ctx, { organisationId })).toEqual([]);
    expect(await listProjectsWithActivity(ctx, { organisationId, search: "" })).toEqual([]);
    expect(await findProjectsByName(ctx, { organisationId, name: "" })).toEqual([]);
    const operator = await makeContext();
    for (const wanted of [project.id, project.name]) {
      await expect(findProject(operator, wanted)).rejects.toMatchObject(NOT_FOUND);
    }
    await expect(setProjectStatus(operator, { projectId: project.id, status: "suspended" })).rejects.toMatchObject(
      NOT_FOUND,
    );
    const server = await makeContext({
      actor: { kind: "server-key", id: key.id, projectId: project.id, scope: "read" } as Actor,
    });
    const grant = { scope: "read", permission: "projects:read" } as const;
    await expect(requireProject(server, project.id, grant)).rejects.toMatchObject(NOT_FOUND);
    expect(await ctx.signIn.projects.find(project.id)).toBeNull();
    expect(await ctx.signIn.projectKeys.find(hashSecretText(key.secret))).toBeNull();
    const viewer = await makeContext({ actor: organisation.member.viewer });
    expect(await listDeletedProjects(viewer, { organisationId })).toEqual([deleted]);
    expect(await deletionsOf(ctx, project.id)).toEqual([{ action: "project.delete", data: { name: project.name } }]);
  });

  it("is restored as it was, once, unless its name is taken by then", async () => {
    const { project, ctx, address, key } = await setUp();
    await deleteProject(ctx, address);
    const { organisationId } = address;
    const other = await createProject(ctx, { organisationId, name: project.name });
    await expect(restoreProject(ctx, address)).rejects.toMatchObject({ code: "name_taken" });
    await deleteProject(ctx, { organisationId, projectId: other.id });
    await restoreProject(ctx, address);
    expect(await showProject(ctx, address)).toEqual(project);
    expect(await ctx.signIn.projectKeys.find(hashSecretText(key.secret))).toMatchObject({ id: key.id });
    await expect(restoreProject(ctx, address)).rejects.toMatchObject(NOT_FOUND);
    expect((await deletionsOf(ctx, project.id)).map(({ action }) => action)).toEqual([
      "project.delete",
      "project.restore",
    ]);
  });

  it("is neither made nor taken back by viewers and keys; strangers find nothing", async () => {
    const { organisation, ctx, address } = await setUp();
    const stranger = await createOrganisation();
    const refuse = async (change: typeof deleteProject | typeof restoreProject) => {
      for (const actor of [organisation.member.viewer, keyActor(organisation.member.owner)]) {
        await expect(change(await makeContext({ actor }), address)).rejects.toMatchObject({
          code: "missing_permission",
        });
      }
      const them = await makeContext({ actor: stranger.member.owner });
      await expect(change(them, address)).rejects.toMatchObject({ code: "not_found" });
      const crossed = { ...address, organisationId: stranger.id };
      await expect(change(them, crossed)).rejects.toMatchObject(NOT_FOUND);
    };
    await refuse(deleteProject);
    expect(await showProject(ctx, address)).toMatchObject({ id: address.projectId });
    await deleteProject(ctx, address);
    await refuse(restoreProject);
    await expect(listDeletedProjects(ctx, { organisationId: stranger.id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await deletionsOf(ctx, address.projectId)).toHaveLength(1);
  });

  it("is not one that is suspended, unless the operator deletes it", async () => {
    const { ctx, address } = await setUp();
    const operator = await makeContext();
    await setProjectStatus(operator, { projectId: address.projectId, status: "suspended" });
    await expect(deleteProject(ctx, address)).rejects.toMatchObject({ code: "project_suspended" });
    await deleteProject(operator, address);
    await restoreProject(operator, address);
    expect(await showProject(ctx, address)).toMatchObject({ status: "suspended" });
  });
});

describe("30 days after its deletion, a project", () => {
  it("is gone with its users, events and keys, and the projects beside it stay", async () => {
    const { organisation, ctx, address, clock, key } = await setUp();
    const beside = await insertProject(organisation);
    const inProject = (id: string) => ({ ...ctx, project: { id }, userAgent: "" });
    for (const id of [address.projectId, beside.id]) {
      await createUser(inProject(id), { email: "mira@example.com", name: "Mira", emailVerified: true });
    }
    const users = (projectId: string) => ctx.db.user.count({ where: { projectId } });
    await deleteProject(ctx, address);
    clock.advance(30 * DAY_MS - 1);
    await purgeDeletedProjects(ctx);
    expect(await users(address.projectId)).toBe(1);
    clock.advance(1);
    await expect(restoreProject(ctx, address)).rejects.toMatchObject(NOT_FOUND);
    expect(await listDeletedProjects(ctx, address)).toEqual([]);
    await purgeDeletedProjects(ctx);
    expect(await ctx.db.project.count({ where: { id: address.projectId } })).toBe(0);
    expect(await ctx.db.projectKey.count({ where: { id: key.id } })).toBe(0);
    expect([await users(address.projectId), await users(beside.id)]).toEqual([0, 1]);
    expect((await deletionsOf(ctx, address.projectId)).map(({ action }) => action)).toEqual([
      "project.delete",
      "project.purge",
    ]);
    await purgeDeletedProjects(ctx);
    expect(await deletionsOf(ctx, address.projectId)).toHaveLength(2);
  });

  it("has left no event of its users", async () => {
    const user = await makeUserContext();
    await signUp(user);
    expect(await eventsOf(user)).not.toEqual([]);
    const { organisationId } = await user.db.project.findUniqueOrThrow({ where: { id: user.project.id } });
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    await deleteProject(ctx, { organisationId: organisationId ?? "", projectId: user.project.id });
    clock.advance(30 * DAY_MS);
    await purgeDeletedProjects(ctx);
    expect(await eventsOf(user)).toEqual([]);
  });

  it("does not keep its organisation from being deleted, and goes with it", async () => {
    const { organisation, ctx, address } = await setUp();
    await deleteProject(ctx, address);
    const { name } = await ctx.db.organisation.findUniqueOrThrow({ where: { id: organisation.id } });
    const owner = await makeContext({ actor: organisation.member.owner });
    await deleteOrganisation(owner, { organisationId: organisation.id, confirmation: name });
    await purgeDeletedProjects(ctx);
    expect(await ctx.db.project.count({ where: { id: address.projectId } })).toBe(0);
  });
});

it("the operator deletes, lists and restores by commands", async () => {
  const { project, address } = await setUp();
  const ctx = await makeContext();
  const run = (...args: string[]) => runCommand({ ctx }, ...args);
  expect((await run("project", "delete", project.id)).stdout).toContain(`Deleted ${project.name} (${project.id})`);
  expect((await run("project", "list", address.organisationId, "--deleted")).stdout).toContain(project.id);
  expect(await run("project", "show", project.id)).toMatchObject({ exitCode: 1 });
  expect((await run("project", "restore", project.id)).stdout).toBe(`Restored ${project.name} (${project.id}).\n`);
  expect(await run("project", "restore", project.id)).toMatchObject({ exitCode: 1 });
});
