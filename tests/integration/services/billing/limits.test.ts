import { expect, test } from "vitest";
import { withTransaction } from "@/lib/core/db/transaction";
import { isPlan, PLANS } from "@/lib/core/plans";
import { requireQuota } from "@/lib/hosting/databases/limits";
import { receiveBillingEvent } from "@/lib/services/billing/receive";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import { billingSettings, NOW_CLOCK, PRODUCTS, standardRequest, subscriptionBody } from "@/tests/support/billing";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";
import { insertDatabase, insertHost } from "@/tests/support/rows";

const ROUNDS = 250;
const START = Date.parse("2026-01-01T00:00:00Z");

/** Flips the organisation between free and pro, each time by a newer event. */
async function makeFlips(organisationId: string) {
  const ctx = { ...(await makeContext({ clock: NOW_CLOCK })), billing: billingSettings("polar") };
  const common = { id: `sub_${organisationId}`, customer: `cus_${organisationId}`, metadata: { organisationId } };
  return (round: number) => {
    const at = new Date(START + round * 1_000).toISOString();
    const status = round % 2 === 0 ? "active" : "canceled";
    const body = subscriptionBody("subscription.updated", { ...common, at, status, product: PRODUCTS.pro });
    return receiveBillingEvent(ctx, standardRequest(body));
  };
}

test("BW-06, BI-01: databases never become more than the plan allows that is in force when they are made", async () => {
  const ctx = await makeContext();
  const { id: organisationId } = await createOrganisation({ plan: "free" });
  const { id: hostId } = await insertHost(ctx);
  const flip = await makeFlips(organisationId);
  const create = () =>
    withTransaction(ctx, async (tx) => {
      const { plan } = await requireQuota(tx, organisationId, "databases");
      const { id } = await insertDatabase({ ...ctx, db: tx.db } as typeof ctx, { organisationId, hostId });
      const count = await tx.db.database.count({ where: { organisationId } });
      const inForce = await tx.db.organisation.findUniqueOrThrow({ where: { id: organisationId } });
      return { id, plan, count, inForce: inForce.plan };
    }).catch((error: { code: string }) => error.code);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [, ...outcomes] = await Promise.all([flip(round), create(), create()]);
    for (const made of outcomes) {
      if (typeof made === "string") {
        expect(made).toBe("limit_reached");
        continue;
      }
      expect(made.inForce).toBe(made.plan);
      expect(made.count).toBeLessThanOrEqual(isPlan(made.plan) ? PLANS[made.plan].databases : 0);
    }
    // Between the limits of both plans.
    const surplus = await ctx.db.database.findMany({ where: { organisationId }, orderBy: { id: "asc" }, skip: 3 });
    await ctx.db.database.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
  }
});

test("BW-06: a project's use never becomes more than its tier allows", async () => {
  const ctx = await makeContext();
  const organisation = await createOrganisation({ plan: "free" });
  const { id: projectId } = await insertProject(organisation);
  const flip = await makeFlips(organisation.id);
  const create = () =>
    createWebhook(ctx, { organisationId: organisation.id, projectId, url: "http://127.0.0.1:9/" }).then(
      () => "made",
      (error: { code: string }) => error.code,
    );
  for (let count = 0; count < PLANS.free.webhooks; count += 1) expect(await create()).toBe("made");
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Every second round ends on the free plan, whose limit is reached: each success was before the flip.
    const [, outcome] = await Promise.all([flip(round), create()]);
    if (outcome === "made") {
      const newest = await ctx.db.webhookEndpoint.findFirstOrThrow({ where: { projectId }, orderBy: { id: "asc" } });
      await ctx.db.webhookEndpoint.delete({ where: { id: newest.id } });
    } else refused += 1;
    if (round % 2 === 1) expect(await create()).toBe("limit_reached");
  }
  expect(refused).toBeGreaterThan(0);
});
