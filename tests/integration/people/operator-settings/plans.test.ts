import { afterEach, beforeEach, expect, it } from "vitest";
import { planRows } from "@/lib/core/plan-table";
import { PLANS, planLimits, plansInForce, putPlansInForce } from "@/lib/core/plans";
import { changeOperatorSettings } from "@/lib/people/operator-settings/change";
import { changePlan } from "@/lib/people/operator-settings/change-plan";
import type { ServiceContext } from "@/lib/runtime";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import { createOrganisation, dashboardProjectId, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

let ctx: ServiceContext;

beforeEach(async () => {
  ctx = await makeContext({ actor: { kind: "operator-account", id: "usr_1" } });
  await dashboardProjectId(ctx.db);
});
afterEach(async () => {
  await ctx.db.operatorSetting.deleteMany();
  putPlansInForce(PLANS);
});

it("puts changed limits in force, leaves the others, and takes the changes back", async () => {
  await changePlan(ctx, { plan: "free", limits: { databases: 5, schedules: 7, restorePointDays: 9 } });
  await changePlan(ctx, { plan: "team", limits: { databases: 500 } });
  await ctx.settings.renew();
  const { functions, restorePoints } = PLANS.free;
  expect(planLimits("free")).toEqual({
    ...{ ...PLANS.free, databases: 5 },
    functions: { ...functions, schedules: 7 },
    restorePoints: { ...restorePoints, days: 9 },
  });
  expect(planLimits("team").databases).toBe(500);
  expect(planLimits("pro")).toEqual(PLANS.pro);
  expect(planRows().find(({ name }) => name === "Databases")?.values).toEqual({ free: "5", pro: "25", team: "500" });
  await changePlan(ctx, { plan: "free", limits: {} });
  await ctx.settings.renew();
  expect(planLimits("free")).toEqual(PLANS.free);
  expect(planLimits("team").databases).toBe(500);
  await changePlan(ctx, { plan: "team", limits: {} });
  await ctx.settings.renew();
  expect(plansInForce()).toBe(PLANS);
  expect(await ctx.db.operatorSetting.count()).toBe(0);
  const where = { requestId: ctx.requestId, targetId: "COPPICE_PLAN_LIMITS" };
  const audited = await ctx.db.auditEvent.findMany({ where, select: { action: true } });
  expect(audited.map(({ action }) => action).toSorted()).toEqual([
    ...["setting.set", "setting.set", "setting.set", "setting.unset"],
  ]);
});

it("a verb keeps to the changed limit", async () => {
  const organisation = await createOrganisation({ plan: "free" });
  const { id: projectId } = await insertProject(organisation);
  const owner = await makeContext({ actor: organisation.member.owner });
  await changePlan(ctx, { plan: "free", limits: { webhooks: 1 } });
  await ctx.settings.renew();
  const create = () =>
    createWebhook(owner, { organisationId: organisation.id, projectId, url: "https://example.com/hooks" });
  await create();
  await expect(create()).rejects.toMatchObject({ code: "limit_reached" });
});

it.each([
  ['{"free":{"databases":0}}', "a number below 1"],
  ['{"free":{"databases":1.5}}', "part of a number"],
  ['{"free":{"databaseBytes":1000}}', "a size below an empty database's"],
  ['{"free":{"wallSeconds":5}}', "a limit that can't be changed"],
  ['{"gold":{"databases":5}}', "a plan that isn't one"],
  ["{", "text that isn't JSON"],
])("refuses %s: %s", async (text) => {
  const refused = changeOperatorSettings(ctx, { values: { COPPICE_PLAN_LIMITS: text } });
  await expect(refused).rejects.toMatchObject({ code: "invalid_request", details: [{ path: "COPPICE_PLAN_LIMITS" }] });
});

it("is the operator's alone", async () => {
  const { member } = await createOrganisation();
  const refused = changePlan({ ...ctx, actor: member.owner }, { plan: "free", limits: { databases: 5 } });
  await expect(refused).rejects.toMatchObject({ code: "missing_permission" });
});
