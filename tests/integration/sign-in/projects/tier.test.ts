import { expect, test } from "vitest";
import type { Plan } from "@/lib/core/plans";
import { setPlan } from "@/lib/people/organisations/set-plan";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

async function tiersOf(organisationId: string) {
  const { db } = await makeContext();
  const rows = await db.project.findMany({ where: { organisationId }, orderBy: { id: "asc" }, select: { tier: true } });
  return rows.map(({ tier }) => tier);
}

test("a project starts with its organisation's plan, and follows it when the operator changes it", async () => {
  const ctx = await makeContext();
  const [organisation, other] = [await createOrganisation({ plan: "pro" }), await createOrganisation({ plan: "team" })];
  const deleted = await insertProject(organisation, { name: "deleted" });
  await deleteProject(ctx, { organisationId: organisation.id, projectId: deleted.id });
  await insertProject(organisation);
  await insertProject(other);
  expect(await tiersOf(organisation.id)).toEqual(["pro", "pro"]);
  await setPlan(ctx, { organisationId: organisation.id, plan: "free" });
  expect(await tiersOf(organisation.id)).toEqual(["free", "free"]);
  expect(await tiersOf(other.id)).toEqual(["team"]);
});

test("a project made while the plan changes has the new plan or the old one changed with it", async () => {
  const ctx = await makeContext();
  const organisation = await createOrganisation({ plan: "free" });
  const plans: Plan[] = ["pro", "team", "free", "team"];
  for (const [index, plan] of plans.entries()) {
    await Promise.all([
      setPlan(ctx, { organisationId: organisation.id, plan }),
      ...Array.from({ length: 4 }, (_, nth) => insertProject(organisation, { name: `shop ${index} ${nth}` })),
    ]);
    expect(new Set(await tiersOf(organisation.id)), plan).toEqual(new Set([plan]));
  }
});

test("a project's own tier bounds its webhooks", async () => {
  const ctx = await makeContext();
  const organisation = await createOrganisation({ plan: "free" });
  const { id: projectId } = await insertProject(organisation);
  const create = () => createWebhook(ctx, { organisationId: organisation.id, projectId, url: "http://127.0.0.1:9/" });
  for (let count = 0; count < 3; count += 1) await create();
  await expect(create()).rejects.toMatchObject({ code: "limit_reached" });
  await ctx.db.project.update({ where: { id: projectId }, data: { tier: "pro" } });
  await create();
});
