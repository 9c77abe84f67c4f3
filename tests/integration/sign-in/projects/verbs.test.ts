import { describe, expect, it } from "vitest";
import type { Actor, Context } from "@/lib/core/context";
import { allowOrigin } from "@/lib/sign-in/projects/allow-origin";
import { createProject } from "@/lib/sign-in/projects/create";
import { findProject } from "@/lib/sign-in/projects/find";
import { listProjects } from "@/lib/sign-in/projects/list";
import { renameProject } from "@/lib/sign-in/projects/rename";
import { ProjectName } from "@/lib/sign-in/projects/resource";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { showProject } from "@/lib/sign-in/projects/show";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { createOrganisation, keyActor, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const UNKNOWN = "p_00000000000000000000";

async function auditOf(targetId: string) {
  const { db } = await makeContext();
  return db.auditEvent.findMany({ where: { targetId } });
}

type Change = (ctx: Context, address: { organisationId: string; projectId: string }) => Promise<unknown>;

/** Every change a member can make to a project that is there. */
const CHANGES: [string, Change][] = [
  ["renaming", (ctx, address) => renameProject(ctx, { ...address, name: "Other" })],
  [
    "changing settings",
    (ctx, address) => updateSettings(ctx, { ...address, settings: { password: { minLength: 9 } } }),
  ],
  ["allowing an origin", (ctx, address) => allowOrigin(ctx, { ...address, origin: "https://shop.example" })],
];

describe("making a project", () => {
  it("gives it the defaults, lets members read it, and leaves a trace", async () => {
    const organisation = await createOrganisation();
    const ctx = await makeContext({ actor: organisation.member.developer });
    const settings = { allowedOrigins: ["https://shop.example"] };
    const made = await createProject(ctx, { organisationId: organisation.id, name: "Shop", settings });
    expect(made).toMatchObject({ id: expect.stringMatching(/^p_[0-9a-z]{20}$/), name: "Shop", status: "active" });
    expect(made.settings).toMatchObject({ ...settings, password: { minLength: 8, maxLength: 128 } });
    const viewer = await makeContext({ actor: organisation.member.viewer });
    const address = { organisationId: organisation.id, projectId: made.id };
    expect(await showProject(viewer, address)).toEqual(made);
    const { settings: _, suspendedFor: __, ...listed } = made;
    expect(await listProjects(viewer, { organisationId: organisation.id })).toEqual([listed]);
    expect(await auditOf(made.id)).toEqual([
      expect.objectContaining({
        action: "project.create",
        organisationId: organisation.id,
        actorId: organisation.member.developer.id,
        data: { name: "Shop", settings: ["allowedOrigins"] },
      }),
    ]);
  });

  it("keeps names unique in an organisation, also when two are made at once, and free in another", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const ctx = await makeContext();
    const make = (organisationId: string) => createProject(ctx, { organisationId, name: "Shop" });
    const results = await Promise.allSettled([make(own.id), make(own.id), make(other.id)]);
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "fulfilled", "rejected"]);
    await expect(make(own.id)).rejects.toMatchObject({
      code: "name_taken",
      message: 'A project named "Shop" already exists.',
    });
    expect(await ctx.db.project.count({ where: { organisationId: own.id } })).toBe(1);
  });

  it("refuses viewers and keys of every kind; strangers find nothing", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const input = { organisationId: own.id, name: "Shop" };
    for (const actor of [own.member.viewer, ...keysOf(own)]) {
      await expect(createProject(await makeContext({ actor }), input)).rejects.toMatchObject({
        code: "missing_permission",
      });
    }
    const stranger = await makeContext({ actor: other.member.owner });
    await expect(createProject(stranger, input)).rejects.toMatchObject({ code: "not_found" });
    await expect(listProjects(stranger, input)).rejects.toMatchObject({ code: "not_found" });
    const nobody = await makeContext({ actor: { kind: "anonymous", id: "-" } });
    await expect(createProject(nobody, input)).rejects.toMatchObject({ code: "unauthorized" });
    const operator = await makeContext();
    const nowhere = { organisationId: "org_00000000000000000000", name: "Shop" };
    await expect(createProject(operator, nowhere)).rejects.toMatchObject({ code: "not_found" });
    await expect(listProjects(operator, nowhere)).rejects.toMatchObject({ code: "not_found" });
    expect(await operator.db.project.count({ where: { organisationId: own.id } })).toBe(0);
  });

  it("EM-03: takes no name that could break out of a line", () => {
    for (const name of ["", "  ", "a\nb", "a\u0000b", "a\u2028b", "\ud800", "x".repeat(65)]) {
      expect(ProjectName.safeParse(name).success).toBe(false);
    }
    expect(ProjectName.parse(" Ädas Läden 🛒 ")).toBe("Ädas Läden 🛒");
  });
});

describe("changing a project", () => {
  it("renames it, on record, unless the name is taken; its own name changes nothing", async () => {
    const organisation = await createOrganisation();
    const { id: projectId } = await insertProject(organisation, { name: "Shop" });
    await insertProject(organisation, { name: "Taken" });
    const ctx = await makeContext({ actor: organisation.member.developer });
    const address = { organisationId: organisation.id, projectId };
    await expect(renameProject(ctx, { ...address, name: "Taken" })).rejects.toMatchObject({ code: "name_taken" });
    expect(await renameProject(ctx, { ...address, name: "Shop" })).toMatchObject({ name: "Shop" });
    expect(await renameProject(ctx, { ...address, name: "Store" })).toMatchObject({ id: projectId, name: "Store" });
    const renamed = (await auditOf(projectId)).filter((event) => event.action !== "project.create");
    expect(renamed).toEqual([
      expect.objectContaining({ action: "project.rename", data: { from: "Shop", to: "Store" } }),
    ]);
  });

  it("allows origins one by one, also two at once, and each once", async () => {
    const organisation = await createOrganisation();
    const { id: projectId } = await insertProject(organisation);
    const ctx = await makeContext({ actor: organisation.member.developer });
    const allow = (origin: string) => allowOrigin(ctx, { organisationId: organisation.id, projectId, origin });
    await Promise.all([allow("https://a.example"), allow("https://b.example")]);
    const { settings } = await allow("https://a.example");
    expect(settings.allowedOrigins.toSorted()).toEqual(["https://a.example", "https://b.example"]);
    const changes = (await auditOf(projectId)).filter(({ action }) => action === "project.update_settings");
    expect(changes.map(({ data }) => data)).toEqual([{ changed: ["allowedOrigins"] }, { changed: ["allowedOrigins"] }]);
  });

  it.each(CHANGES)("%s is refused to viewers and keys, and finds nothing for strangers", async (_, change) => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const project = await insertProject(own);
    const address = { organisationId: own.id, projectId: project.id };
    for (const actor of [own.member.viewer, ...keysOf(own)]) {
      await expect(change(await makeContext({ actor }), address)).rejects.toMatchObject({ code: "missing_permission" });
    }
    const stranger = await makeContext({ actor: other.member.owner });
    await expect(change(stranger, address)).rejects.toMatchObject({ code: "not_found" });
    const foreign = change(stranger, { organisationId: other.id, projectId: project.id });
    const unknown = change(stranger, { organisationId: other.id, projectId: UNKNOWN });
    const answers = await Promise.all([foreign, unknown].map((answer) => answer.catch(String)));
    expect(answers[0]).toBe("ServiceError: Project not found.");
    expect(answers[1]).toBe(answers[0]);
    const ctx = await makeContext();
    expect(await showProject(ctx, address)).toEqual(project);
    expect(await auditOf(project.id)).toHaveLength(1);
    await expect(showProject(stranger, { organisationId: other.id, projectId: project.id })).rejects.toMatchObject({
      code: "project_not_found",
    });
  });
});

describe("suspending a project", () => {
  it("is on record once, harmless to repeat, and lifted again", async () => {
    const organisation = await createOrganisation();
    const { id: projectId } = await insertProject(organisation);
    const ctx = await makeContext();
    const set = (status: "active" | "suspended", reason?: string) =>
      setProjectStatus(ctx, { projectId, status, reason });
    const reasonShown = async () =>
      (await showProject(ctx, { organisationId: organisation.id, projectId })).suspendedFor;
    expect(await set("suspended", "Sends spam.")).toMatchObject({ id: projectId, status: "suspended" });
    expect(await set("suspended")).toMatchObject({ status: "suspended" });
    expect(await reasonShown()).toBe("Sends spam.");
    expect(await set("active")).toMatchObject({ status: "active" });
    expect(await reasonShown()).toBeNull();
    expect((await auditOf(projectId)).map((event) => event.action).sort()).toEqual([
      "project.create",
      "project.suspend",
      "project.unsuspend",
    ]);
    await expect(setProjectStatus(ctx, { projectId: UNKNOWN, status: "active" })).rejects.toMatchObject({
      code: "project_not_found",
    });
  });

  it("is the operator's alone: neither owner nor key can suspend, or lift it", async () => {
    const organisation = await createOrganisation();
    const { id: projectId } = await insertProject(organisation);
    for (const actor of [organisation.member.owner, ...keysOf(organisation)]) {
      const ctx = await makeContext({ actor });
      for (const status of ["active", "suspended"] as const) {
        await expect(setProjectStatus(ctx, { projectId, status })).rejects.toMatchObject({
          code: "missing_permission",
        });
      }
    }
    expect(await auditOf(projectId)).toHaveLength(1);
  });

  it.each(CHANGES)("stops %s for members, not for the operator, and no reading", async (_, change) => {
    const organisation = await createOrganisation();
    const { id: projectId } = await insertProject(organisation);
    const operator = await makeContext();
    await setProjectStatus(operator, { projectId, status: "suspended" });
    const owner = await makeContext({ actor: organisation.member.owner });
    const address = { organisationId: organisation.id, projectId };
    await expect(change(owner, address)).rejects.toMatchObject({ code: "project_suspended" });
    expect(await showProject(owner, address)).toMatchObject({ status: "suspended" });
    await change(operator, address);
    await setProjectStatus(operator, { projectId, status: "active" });
    await change(owner, address);
  });
});

describe("finding a project", () => {
  it("takes an id or exact name, and asks for an id when a name fits several", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const name = `Twin ${own.id.slice(-8)}`;
    const project = await insertProject(own, { name });
    const ctx = await makeContext();
    expect(await findProject(ctx, name)).toEqual({ organisationId: own.id, projectId: project.id });
    const twin = await insertProject(other, { name });
    await expect(findProject(ctx, name)).rejects.toMatchObject({ message: expect.stringContaining(twin.id) });
    expect(await findProject(ctx, twin.id)).toMatchObject({ projectId: twin.id });
    await expect(findProject(await makeContext({ actor: own.member.owner }), name)).rejects.toMatchObject({
      code: "missing_permission",
    });
  });
});

/** Keys that belong to the organisation or a project, of the highest scope there is. */
function keysOf({ member }: TestOrganisation): Actor[] {
  const project = { projectId: UNKNOWN, id: "key_1" };
  return [
    keyActor(member.owner),
    { kind: "server-key", scope: "admin", ...project },
    { kind: "public-key", scope: "read-write", ...project },
  ];
}
