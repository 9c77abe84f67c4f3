import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { receiveBillingEvent } from "@/lib/services/billing/receive";
import type { SignedRequest } from "@/lib/services/billing/signature";
import {
  billingSettings,
  NOW_CLOCK,
  PRODUCTS,
  standardRequest,
  subscriptionBody,
  WEBHOOK_SECRET,
} from "@/tests/support/billing";
import { bundledPrograms, workerControlUrl } from "@/tests/support/clusters";
import { createOrganisation, makeContext, testKey } from "@/tests/support/context";
import type { SentEvent } from "./crashing-process";

async function receiveAndDie(point: string, { headers, rawBody }: SignedRequest): Promise<void> {
  const child = spawn(process.execPath, [join(await bundledPrograms(), "crashing-billing.js")], {
    stdio: ["pipe", "ignore", "inherit"],
    env: {
      ...{ NODE_ENV: "production", LOG_LEVEL: "error", COPPICE_CRASH_AT: point },
      DATABASE_URL: await workerControlUrl(),
      COPPICE_SECRET_KEYS: `${testKey.id}:${testKey.secret.toString("base64")}`,
      ...{ COPPICE_BILLING: "polar", COPPICE_BILLING_SECRET: WEBHOOK_SECRET },
      COPPICE_BILLING_PLANS: JSON.stringify({ [PRODUCTS.pro]: "pro" }),
    },
  });
  const sent: SentEvent = { headers: Object.fromEntries(headers), body: Buffer.from(rawBody).toString() };
  child.stdin.end(JSON.stringify(sent));
  const [, signal] = await once(child, "close");
  expect(signal).toBe("SIGKILL");
}

test.each([
  ["before", "billing.applied", "free", { applied: true }],
  ["after", "billing.committed", "pro", { duplicate: true }],
])(
  "BW-04, WH-03: killed %s the commit, a redelivery completes it or changes nothing",
  async (_, point, plan, again) => {
    const organisation = await createOrganisation({ plan: "free" });
    const ctx = { ...(await makeContext({ clock: NOW_CLOCK })), billing: billingSettings("polar") };
    const [id, customer, metadata] = [
      `sub_${organisation.id}`,
      `cus_${organisation.id}`,
      { organisationId: organisation.id },
    ];
    const request = standardRequest(subscriptionBody("subscription.active", { id, customer, metadata }));
    const planNow = async () => (await ctx.db.organisation.findUniqueOrThrow({ where: { id: organisation.id } })).plan;
    const traces = () => ctx.db.auditEvent.count({ where: { organisationId: organisation.id } });
    await receiveAndDie(point, request);
    expect(await planNow()).toBe(plan);
    expect(await traces()).toBe(plan === "free" ? 0 : 1);
    expect(await receiveBillingEvent(ctx, request)).toEqual(again);
    expect(await planNow()).toBe("pro");
    expect(await traces()).toBe(1);
  },
);
