import { beforeEach, describe, expect, it, test } from "vitest";
import type { Actor } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { getProjectUsage } from "@/lib/services/usage/get";
import type { Metric } from "@/lib/services/usage/metrics";
import { UsageRecorder } from "@/lib/services/usage/recorder";
import { sweepUsage } from "@/lib/services/usage/sweep";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, FixedClock, makeContext, random, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const NOW = new Date("2026-03-14T09:30:00.000Z");
const DAY_MS = 86_400_000;

let organisation: TestOrganisation;
let projectId: string;

beforeEach(async () => {
  organisation = await createOrganisation({ plan: "pro" });
  projectId = (await insertProject(organisation)).id;
});

const contextOf = (actor?: Actor) => makeContext({ clock: new FixedClock(NOW), ...(actor && { actor }) });
const serverKey = (scope: "read" | "admin", of = projectId): Actor => ({
  ...{ kind: "server-key", id: createId("key", random), projectId: of, scope },
});

async function use(at: string, metric: Metric, { amount = 0, name = "", times = 1 } = {}): Promise<void> {
  const ctx = await makeContext();
  const recorder = new UsageRecorder(ctx.db, ctx.log, new FixedClock(new Date(at)));
  for (let time = 0; time < times; time += 1) recorder.record({ projectId, metric, amount, name });
  await recorder.close();
}

describe("a project's usage", () => {
  it("is the count of this month, by function, beside its limits", async () => {
    await use("2026-02-28T23:59:59.999Z", "invocation", { amount: 1_000, name: "old" });
    await use("2026-03-01T00:00:00.000Z", "invocation", { amount: 20, name: "send", times: 3 });
    await use("2026-03-14T09:29:00.000Z", "invocation", { amount: 5.4, name: "pay" });
    await use("2026-03-14T09:29:00.000Z", "invocation-error", { name: "pay" });
    await use("2026-03-02T00:00:00.000Z", "connection", { amount: 90, times: 2 });
    await use("2026-03-02T00:00:00.000Z", "egress", { amount: 5_000_000_000, times: 2 });
    const stored = { usedBytes: 700, reservedBytes: 50, objectCount: 2 };
    await (await makeContext()).db.projectStorage.create({ data: { projectId, ...stored } });
    expect(await getProjectUsage(await contextOf(serverKey("read")), { projectId })).toEqual({
      ...{ projectId, from: "2026-03-01T00:00:00.000Z", until: "2026-03-14T10:00:00.000Z" },
      ...{ invocationCount: 4, totalDurationMs: 65, errorCount: 1 },
      byFunction: [
        { name: "pay", invocationCount: 1, totalDurationMs: 5 },
        { name: "send", invocationCount: 3, totalDurationMs: 60 },
      ],
      storage: { ...stored, limitBytes: 10 * 1024 ** 3 },
      realtime: { connectionSeconds: 180, limit: 10_000_000 },
      egressBytes: 10_000_000_000,
    });
  });

  it("is that of another period, rounded outward to hours", async () => {
    await use("2026-02-10T11:59:59.000Z", "egress", { amount: 1 });
    await use("2026-02-10T12:00:00.000Z", "egress", { amount: 2 });
    await use("2026-02-10T13:59:59.000Z", "egress", { amount: 4 });
    await use("2026-02-10T14:00:00.000Z", "egress", { amount: 8 });
    const asked = { from: "2026-02-10T13:30:00+01:00", until: "2026-02-10T13:00:00.001Z" };
    expect(await getProjectUsage(await contextOf(), { projectId, ...asked })).toMatchObject({
      ...{ from: "2026-02-10T12:00:00.000Z", until: "2026-02-10T14:00:00.000Z", egressBytes: 6 },
    });
  });

  it("has a period in the first moment of a month", async () => {
    const clock = new FixedClock(new Date("2026-03-01T00:00:00.000Z"));
    expect(await getProjectUsage(await makeContext({ clock }), { projectId })).toMatchObject({
      ...{ from: "2026-03-01T00:00:00.000Z", until: "2026-03-01T01:00:00.000Z" },
    });
  });

  it.each([
    ["empty", { from: "2026-03-01T00:00:00Z", until: "2026-03-01T00:00:00Z" }],
    ["turned round", { from: "2026-03-02", until: "2026-03-01" }],
    ["in the future", { from: "2026-03-15", until: "2026-03-16" }],
    ["longer than 400 days", { from: "2025-02-01", until: "2026-03-14" }],
  ])("is refused for a period that is %s", async (_, asked) => {
    const usage = getProjectUsage(await contextOf(), { projectId, ...asked });
    await expect(usage).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is shown to members of every role, and hidden from strangers, other projects' keys and once it is deleted", async () => {
    expect(await getProjectUsage(await contextOf(organisation.member.viewer), { projectId })).toMatchObject({
      projectId,
    });
    const other = await createOrganisation();
    const { id } = await insertProject(other);
    for (const actor of [other.member.owner, serverKey("admin", id)]) {
      const usage = getProjectUsage(await contextOf(actor), { projectId });
      await expect(usage).rejects.toMatchObject({ code: "project_not_found" });
    }
    await deleteProject(await contextOf(), { organisationId: organisation.id, projectId });
    await expect(getProjectUsage(await contextOf(), { projectId })).rejects.toMatchObject({
      code: "project_not_found",
    });
  });
});

describe("counted use", () => {
  it("by several processes at once is added up", async () => {
    const at = NOW.toISOString();
    await Promise.all(Array.from({ length: 8 }, () => use(at, "egress", { amount: 10, times: 50 })));
    expect(await getProjectUsage(await contextOf(), { projectId })).toMatchObject({ egressBytes: 4_000 });
  });

  it("of a project that is gone is dropped, and the rest is written", async () => {
    const ctx = await makeContext();
    const recorder = new UsageRecorder(ctx.db, ctx.log, new FixedClock(NOW));
    recorder.record({ projectId: "p_00000000000000000000", metric: "egress", amount: 1 });
    recorder.record({ projectId, metric: "egress", amount: 2 });
    await recorder.close();
    expect(await getProjectUsage(await contextOf(), { projectId })).toMatchObject({ egressBytes: 2 });
  });

  it("is kept while the database doesn't respond", async () => {
    const ctx = await makeContext();
    let isDown = true;
    const db = new Proxy(ctx.db, {
      get: (target, name) => {
        if (isDown && name === "$executeRaw") return () => Promise.reject(new Error("down"));
        return Reflect.get(target, name);
      },
    });
    const recorder = new UsageRecorder(db, ctx.log, new FixedClock(NOW));
    recorder.record({ projectId, metric: "egress", amount: 1 });
    await recorder.flush();
    recorder.record({ projectId, metric: "egress", amount: 2 });
    isDown = false;
    await recorder.close();
    expect(await getProjectUsage(await contextOf(), { projectId })).toMatchObject({ egressBytes: 3 });
  });

  it("is written by itself after the interval", async () => {
    const ctx = await makeContext();
    const recorder = new UsageRecorder(ctx.db, ctx.log, new FixedClock(NOW), 1);
    recorder.record({ projectId, metric: "egress", amount: 7 });
    const usage = async () => (await getProjectUsage(await contextOf(), { projectId })).egressBytes;
    await expect.poll(usage, { interval: 10 }).toBe(7);
    await recorder.close();
  });

  it("is deleted after 400 days", async () => {
    const ctx = await contextOf();
    const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();
    await use(daysAgo(401), "egress", { amount: 1 });
    await use(daysAgo(399), "egress", { amount: 2 });
    await sweepUsage(ctx);
    const rows = await ctx.db.usageHour.findMany({ where: { projectId } });
    expect(rows.map(({ amount }) => amount)).toEqual([2n]);
  });
});

test("the command prints a project's usage", async () => {
  await use(NOW.toISOString(), "invocation", { amount: 1_500, name: "send" });
  const ctx = await contextOf();
  const { stdout } = await runCommand({ ctx }, "project", "usage", projectId);
  expect(stdout).toMatch(/^invocations +1, 0 failed, 1,500 ms$/m);
  expect(stdout).toMatch(/^storage +\S+ .*of 10G in 0 objects$/m);
  const json = await runCommand({ ctx }, "project", "usage", projectId, "--from", "2026-03-01", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ projectId, invocationCount: 1 });
  const wrong = await runCommand({ ctx }, "project", "usage", projectId, "--from", "yesterday");
  expect(wrong).toMatchObject({ stdout: "" });
  expect(wrong.stderr).toContain("ISO 8601");
});
