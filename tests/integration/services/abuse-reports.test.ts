import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { listAbuseReports } from "@/lib/services/abuse-reports/list";
import { resolveAbuseReport } from "@/lib/services/abuse-reports/resolve";
import type { AbuseReport, Resolution } from "@/lib/services/abuse-reports/resource";
import { SubmitAbuseReportInput, submitAbuseReport } from "@/lib/services/abuse-reports/submit";
import { findAdministeredProjects } from "@/lib/services/project-administration/find-projects";
import { listProjectActions } from "@/lib/services/project-administration/list-actions";
import { suspendProject } from "@/lib/services/project-administration/suspend";
import { unsuspendProject } from "@/lib/services/project-administration/unsuspend";
import { showProject } from "@/lib/sign-in/projects/show";
import {
  createOrganisation,
  dashboardProjectId,
  FixedClock,
  keyActor,
  makeContext,
  OPERATOR,
  random,
} from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const ADMIN_KEY: Actor = { kind: "admin-key", id: "key_test" };
const ACCOUNT: Actor = { kind: "operator-account", id: "usr_test" };
const REPORT = { severity: "phishing", description: "It imitates my bank." } as const;

/** Reports of other tests would stand in the queue of these. */
beforeEach(async () => {
  await (await makeContext()).db.abuseReport.deleteMany({});
});

async function submit(input: Partial<Parameters<typeof submitAbuseReport>[1]> = {}) {
  return submitAbuseReport(await makeContext({ actor: { kind: "anonymous", id: "anonymous" } }), {
    ...REPORT,
    ...input,
  });
}

async function listed(options: Partial<Parameters<typeof listAbuseReports>[1]> = {}) {
  return listAbuseReports(await makeContext({ actor: ADMIN_KEY }), { status: "open", limit: 50, ...options });
}

async function statusOf(projectId: string): Promise<string> {
  const { db } = await makeContext();
  return (await db.project.findUniqueOrThrow({ where: { id: projectId } })).status;
}

describe("an abuse report", () => {
  it("is kept as it was written, with the project of a page of this service", async () => {
    const project = await insertProject(await createOrganisation());
    const url = `http://localhost:3000/auth/${project.id}/sign-in?x=1`;
    const { id } = await submit({ url, reporterEmail: "ada@example.com" });
    const { items } = await listed();
    expect(items).toEqual([
      {
        ...{ id, status: "open", ...REPORT, url, reporterEmail: "ada@example.com", address: "192.0.2.1" },
        ...{ receivedAt: "2026-03-01T09:30:00.000Z", reportedProjectId: project.id, resolution: null },
        project: expect.objectContaining({ id: project.id, name: project.name, status: "active" }),
        ...{ projectId: null, note: null, resolvedAt: null, resolvedBy: null },
      },
    ]);
  });

  it("has the project that its reporter named, whether or not it exists, and none of other sites", async () => {
    const unknown = createId("project", random);
    const answers = [
      await submit({ projectId: unknown }),
      await submit({ url: `https://elsewhere.example/auth/${unknown}` }),
      await submit({ url: "http://localhost:3000.evil.example/auth/x" }),
    ];
    for (const answer of answers) expect(Object.keys(answer)).toEqual(["id", "receivedAt"]);
    const byId = new Map((await listed()).items.map((item) => [item.id, item]));
    const reported = answers.map(({ id }) => byId.get(id));
    expect(reported.map((item) => item?.reportedProjectId)).toEqual([unknown, null, null]);
    expect(reported.map((item) => item?.project)).toEqual([null, null, null]);
  });

  it("AB-02: is text, with any content, and no address of it is asked", async () => {
    const description = '<script>alert(1)</script>\r\nX-Injected: 1\u202e"';
    const urls = ["javascript:alert(1)", "http://169.254.169.254/latest/meta-data", "file:///etc/passwd"];
    const asked: string[] = [];
    const ctx = await makeContext({ actor: { kind: "anonymous", id: "anonymous" } });
    const watched = { ...ctx, outgoing: new Proxy(ctx.outgoing, { get: () => asked.push("outgoing") }) };
    const network = globalThis.fetch;
    globalThis.fetch = () => {
      throw new Error(`asked ${asked.push("fetch")}`);
    };
    try {
      for (const url of urls) {
        const input = SubmitAbuseReportInput.parse({ ...REPORT, description, url });
        await submitAbuseReport(watched, input);
      }
    } finally {
      globalThis.fetch = network;
    }
    expect(asked).toEqual([]);
    expect((await listed()).items.map((item) => item.url).sort()).toEqual([...urls].sort());
    for (const item of (await listed()).items) expect(item.description).toBe(description);
  });

  it.each([
    ["no severity", { description: "x" }],
    ["an unknown severity", { ...REPORT, severity: "rude" }],
    ["an empty description", { ...REPORT, description: "  " }],
    ["a long description", { ...REPORT, description: "x".repeat(4_001) }],
    ["what PostgreSQL cannot store", { ...REPORT, description: "a\0b" }],
    ["half a character", { ...REPORT, description: "a\ud800b" }],
    ["a url that is none", { ...REPORT, url: "my bank" }],
    ["an id that is none", { ...REPORT, projectId: "p_1' or 1=1" }],
    ["an address that is none", { ...REPORT, reporterEmail: "ada\r\nBcc: x@example.com" }],
    ["another field", { ...REPORT, status: "resolved" }],
  ])("is refused with %s", (_, input) => {
    expect(SubmitAbuseReportInput.safeParse(input).success).toBe(false);
  });
});

describe("the queue", () => {
  it("has child abuse material, malware and phishing first, then the oldest, page by page", async () => {
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    const order = ["other", "spam", "phishing", "malware", "tos", "csam", "spam", "csam"] as const;
    const ids: string[] = [];
    for (const severity of order) {
      ids.push((await submitAbuseReport(ctx, { ...REPORT, severity })).id);
      clock.advance(1_000);
    }
    const expected = [5, 7, 3, 2, 0, 1, 4, 6].map((index) => ids[index]);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listed({ limit: 3, ...(cursor !== undefined && { cursor }) });
      expect(page.items.length).toBeLessThanOrEqual(3);
      pages.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(expected);
    expect((await listed({ severity: "spam" })).items.map(({ id }) => id)).toEqual([ids[1], ids[6]]);
  });

  it("gives reports of one moment in a fixed order, and takes no cursor of another list", async () => {
    for (let i = 0; i < 5; i++) await submit();
    const [all, first] = [await listed(), await listed({ limit: 2 })];
    const rest = await listed({ limit: 3, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect(rest.nextCursor).toBeNull();
    for (const options of [{ status: "resolved" }, { severity: "spam" }] as const) {
      await expect(listed({ ...options, cursor: first.nextCursor ?? "" })).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
    await expect(listed({ cursor: "made-up" })).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("resolving a report", () => {
  it.each([
    ["no_action", "active"],
    ["warned", "active"],
    ["suspended", "suspended"],
    ["banned", "banned"],
  ] as const)("%s leaves its project %s, and both in the audit log", async (resolution, status) => {
    const organisation = await createOrganisation();
    const project = await insertProject(organisation);
    const { id } = await submit({ projectId: project.id });
    const ctx = await makeContext({ actor: ADMIN_KEY });
    const report = await resolveAbuseReport(ctx, { id, resolution, note: "Seen." });
    expect(report).toMatchObject({ status: "resolved", resolution, note: "Seen.", resolvedBy: "key_test" });
    expect(report.project).toMatchObject({ id: project.id, status });
    expect(await statusOf(project.id)).toBe(status);
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: { in: [id, project.id] } } });
    const actions = events.filter(({ actorKind }) => actorKind === "admin-key").map(({ action }) => action);
    const ofProject = { suspended: ["project.suspend"], banned: ["project.ban"], active: [] }[status];
    expect(actions.sort()).toEqual(["abuse_report.resolve", ...ofProject].sort());
    const owner = await makeContext({ actor: organisation.member.owner });
    const { suspendedFor } = await showProject(owner, { organisationId: organisation.id, projectId: project.id });
    expect(suspendedFor).toBe(status === "active" ? null : "Reported for phishing.");
    expect((await listed()).items).toEqual([]);
    expect((await listed({ status: "resolved" })).items.map((item) => item.id)).toEqual([id]);
  });

  it("takes the project that it names in place of the reported one", async () => {
    const organisation = await createOrganisation();
    const [reported, meant] = [await insertProject(organisation, { name: "a" }), await insertProject(organisation)];
    const { id } = await submit({ projectId: reported.id });
    const ctx = await makeContext({ actor: ACCOUNT });
    const report = await resolveAbuseReport(ctx, { id, resolution: "suspended", projectId: meant.id });
    expect(report).toMatchObject({ reportedProjectId: reported.id, projectId: meant.id });
    expect([await statusOf(reported.id), await statusOf(meant.id)]).toEqual(["active", "suspended"]);
  });

  it("AB-04: of two at once, one decides and the other gets a conflict", async () => {
    for (let round = 0; round < 10; round++) {
      const project = await insertProject(await createOrganisation());
      const { id } = await submit({ projectId: project.id });
      const resolve = async (resolution: Resolution) =>
        resolveAbuseReport(await makeContext({ actor: ADMIN_KEY }), { id, resolution });
      const settled = await Promise.allSettled([resolve("suspended"), resolve("no_action")]);
      const [done, refused] = [
        settled.filter(({ status }) => status === "fulfilled") as PromiseFulfilledResult<AbuseReport>[],
        settled.filter(({ status }) => status === "rejected") as PromiseRejectedResult[],
      ];
      expect([done.length, refused.length]).toEqual([1, 1]);
      expect(refused[0]?.reason).toMatchObject({ code: "conflict" });
      expect(await statusOf(project.id)).toBe(done[0]?.value.resolution === "suspended" ? "suspended" : "active");
      const { db } = await makeContext();
      expect(await db.auditEvent.count({ where: { targetId: id } })).toBe(1);
    }
  });

  it("changes nothing where the project is missing, unknown or the service's own", async () => {
    const ctx = await makeContext({ actor: ADMIN_KEY });
    const builtIn = await dashboardProjectId(ctx.db);
    const { id } = await submit();
    const cases: [string | undefined, string][] = [
      [undefined, "invalid_request"],
      [createId("project", random), "project_not_found"],
      [builtIn, "conflict"],
    ];
    for (const [projectId, code] of cases) {
      const input = { id, resolution: "banned" as const, ...(projectId && { projectId }) };
      await expect(resolveAbuseReport(ctx, input)).rejects.toMatchObject({ code });
    }
    expect((await listed()).items).toMatchObject([{ id, status: "open", resolution: null }]);
    expect(await statusOf(builtIn)).toBe("active");
    const unknown = { id: createId("abuseReport", random), resolution: "warned" as const };
    await expect(resolveAbuseReport(ctx, unknown)).rejects.toMatchObject({ code: "report_not_found" });
  });
});

describe("suspending by hand", () => {
  it("is idempotent, leaves one trace, and is lifted with a note", async () => {
    const organisation = await createOrganisation();
    const { id: projectId } = await insertProject(organisation);
    const ctx = await makeContext({ actor: ADMIN_KEY });
    for (let i = 0; i < 2; i++) {
      expect(await suspendProject(ctx, { projectId, reason: "Sends spam." })).toEqual({
        projectId,
        status: "suspended",
      });
    }
    for (let i = 0; i < 2; i++) {
      expect(await unsuspendProject(ctx, { projectId, note: "Gone." })).toEqual({ projectId, status: "active" });
    }
    const actions = await listProjectActions(ctx, { projectId });
    expect(actions.map(({ action, text, by }) => [action, text, by]).sort()).toEqual([
      ["suspended", "Sends spam.", "admin-key"],
      ["unsuspended", "Gone.", "admin-key"],
    ]);
    const owner = await makeContext({ actor: organisation.member.owner });
    expect(await showProject(owner, { organisationId: organisation.id, projectId })).toMatchObject({
      status: "active",
      suspendedFor: null,
    });
  });

  it("AB-04: lifts no ban but on the command line, and leaves the service's own project alone", async () => {
    const { id: projectId } = await insertProject(await createOrganisation());
    const { id } = await submit({ projectId });
    const ctx = await makeContext({ actor: ADMIN_KEY });
    await resolveAbuseReport(ctx, { id, resolution: "banned" });
    for (const actor of [ADMIN_KEY, ACCOUNT]) {
      const lifting = unsuspendProject(await makeContext({ actor }), { projectId, note: "x" });
      await expect(lifting).rejects.toMatchObject({ code: "conflict" });
    }
    expect(await suspendProject(ctx, { projectId, reason: "x" })).toEqual({ projectId, status: "banned" });
    const byCommand = await makeContext({ actor: OPERATOR });
    expect(await unsuspendProject(byCommand, { projectId, note: "A mistake." })).toMatchObject({ status: "active" });
    const builtIn = await dashboardProjectId(ctx.db);
    for (const work of [
      () => suspendProject(ctx, { projectId: builtIn, reason: "x" }),
      () => unsuspendProject(ctx, { projectId: builtIn, note: "x" }),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: "conflict" });
    }
  });

  it("finds projects by a part of their name, their organisation's name, or an id", async () => {
    const organisation = await createOrganisation();
    const name = `Zebra_${organisation.id.slice(-8)}%`;
    const project = await insertProject(organisation, { name });
    const ctx = await makeContext({ actor: ACCOUNT });
    for (const search of [name.slice(2), name.toUpperCase(), project.id, organisation.id, organisation.name]) {
      const { items } = await findAdministeredProjects(ctx, { search });
      expect(items.map(({ id }) => id)).toEqual([project.id]);
    }
    expect((await findAdministeredProjects(ctx, { search: name, status: "banned" })).items).toEqual([]);
    expect((await findAdministeredProjects(ctx, { search: name.replace("_", "x") })).items).toEqual([]);
    const first = await findAdministeredProjects(ctx, { limit: 1 });
    const second = await findAdministeredProjects(ctx, { limit: 1, before: first.nextCursor ?? "" });
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
  });
});

it("AB-03: nothing of it is for a member, a key of theirs or nobody", async () => {
  const organisation = await createOrganisation();
  const { id: projectId } = await insertProject(organisation);
  const { id } = await submit({ projectId });
  const actors: [Actor, string][] = [
    [organisation.member.owner, "missing_permission"],
    [keyActor(organisation.member.owner), "missing_permission"],
    [{ kind: "server-key", id: "key_x", projectId, scope: "admin" }, "missing_permission"],
    [{ kind: "user", id: "usr_x" }, "missing_permission"],
    [{ kind: "anonymous", id: "anonymous" }, "unauthorized"],
  ];
  for (const [actor, code] of actors) {
    const ctx = await makeContext({ actor });
    for (const work of [
      () => listAbuseReports(ctx, { status: "open", limit: 50 }),
      () => resolveAbuseReport(ctx, { id, resolution: "banned" }),
      () => suspendProject(ctx, { projectId, reason: "x" }),
      () => unsuspendProject(ctx, { projectId, note: "x" }),
      () => findAdministeredProjects(ctx, {}),
      () => listProjectActions(ctx, { projectId }),
    ]) {
      await expect(work()).rejects.toMatchObject({ code });
    }
  }
  expect(await statusOf(projectId)).toBe("active");
  expect((await listed()).items).toHaveLength(1);
});
