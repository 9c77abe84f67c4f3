import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, test } from "vitest";
import { setPlan } from "@/lib/people/organisations/set-plan";
import { endPastDueGrace } from "@/lib/services/billing/end-grace";
import { receiveBillingEvent } from "@/lib/services/billing/receive";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { billingSettings, NOW_CLOCK, PRODUCTS, standardRequest, subscriptionBody } from "@/tests/support/billing";
import { createOrganisation, FixedClock, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const DAY_MS = 86_400_000;
const AT = "2026-11-20T10:00:01.000Z";

let organisation: TestOrganisation;
let projectId: string;
let subscription: string;
let customer: string;

beforeEach(async () => {
  organisation = await createOrganisation({ plan: "free" });
  projectId = (await insertProject(organisation)).id;
  [subscription, customer] = [unique("sub"), unique("cus")];
});

const unique = (prefix: string) => `${prefix}_${randomBytes(8).toString("hex")}`;

interface Change extends Partial<Parameters<typeof subscriptionBody>[1]> {
  type?: string;
  eventId?: string;
}

async function receive({ type = "subscription.updated", eventId, ...change }: Change = {}, logged: object[] = []) {
  const metadata = { organisationId: organisation.id };
  const body = subscriptionBody(type, { id: subscription, customer, metadata, at: AT, ...change });
  const ctx = { ...(await makeContext({ clock: NOW_CLOCK })), billing: billingSettings("polar") };
  const warn = (fields: object) => void logged.push(fields);
  const log = Object.assign(Object.create(ctx.log), { warn });
  return receiveBillingEvent({ ...ctx, log }, standardRequest(body, eventId === undefined ? {} : { id: eventId }));
}

async function planNow() {
  const { db } = await makeContext();
  const { plan } = await db.organisation.findUniqueOrThrow({ where: { id: organisation.id }, select: { plan: true } });
  const { tier } = await db.project.findUniqueOrThrow({ where: { id: projectId }, select: { tier: true } });
  return { plan, tier };
}

async function stored() {
  const { db } = await makeContext();
  const row = await db.billingSubscription.findUnique({ where: { id: subscription } });
  return row && { plan: row.plan, status: row.status, isGranted: row.isGranted, rank: row.rank };
}

const entries = async () => {
  const { db } = await makeContext();
  return db.auditEvent.findMany({ where: { organisationId: organisation.id, action: "subscription.change" } });
};

describe("a subscription of an organisation", () => {
  it("sets its plan and the tier of its projects, and leaves a trace", async () => {
    expect(await receive({ eventId: "msg_of_trace", product: PRODUCTS.team })).toEqual({ applied: true });
    expect(await planNow()).toEqual({ plan: "team", tier: "team" });
    const [entry] = await entries();
    expect(entry).toMatchObject({ actorKind: "operator", actorId: "worker", targetId: organisation.id });
    expect(entry?.data).toEqual({ event: "msg_of_trace", subscription, status: "active", pays: "team", plan: "team" });
  });

  it("tells the hosts of its new limits", async () => {
    const ctx = await makeContext();
    await ctx.db.$executeRaw`select graphile_worker.remove_job('exchange-with-guards')`;
    await receive();
    const waiting = await ctx.db.$queryRaw`select 1 from graphile_worker.jobs where key = 'exchange-with-guards'`;
    expect(waiting).toHaveLength(1);
  });

  it.each([
    ["trialing", "pro"],
    ["active", "pro"],
    ["incomplete", "free"],
    ["incomplete_expired", "free"],
    ["paused", "free"],
    ["unpaid", "free"],
    ["canceled", "free"],
  ])("that is %s grants %s", async (status, plan) => {
    expect(await receive({ status })).toEqual({ applied: true });
    expect(await planNow()).toEqual({ plan, tier: plan });
  });

  it("keeps its plan while it is canceled for the end of its period, and loses it when it is revoked", async () => {
    await receive({ type: "subscription.canceled", cancelAtPeriodEnd: true });
    expect(await planNow()).toMatchObject({ plan: "pro" });
    await receive({ type: "subscription.revoked", at: "2026-12-20T10:00:00.000Z" });
    expect(await planNow()).toEqual({ plan: "free", tier: "free" });
  });

  it("ends also where its product is no longer among the plans", async () => {
    await receive();
    expect(await receive({ type: "subscription.revoked", product: "prod_gone" })).toEqual({ applied: true });
    expect(await planNow()).toMatchObject({ plan: "free" });
  });

  it("is one of several, of which the highest counts", async () => {
    await receive({ product: PRODUCTS.team });
    const first = subscription;
    subscription = unique("sub");
    await receive({ product: PRODUCTS.pro });
    expect(await planNow()).toMatchObject({ plan: "team" });
    await receive({ id: first, product: PRODUCTS.team, status: "canceled", at: "2026-11-21T00:00:00.000Z" });
    expect(await planNow()).toMatchObject({ plan: "pro" });
  });
});

describe("a subscription of a project", () => {
  it("sets its tier alone, which no lower plan of the organisation takes away", async () => {
    const ctx = await makeContext();
    const other = await insertProject(organisation, { name: "other" });
    expect(await receive({ metadata: { projectId } })).toEqual({ applied: true });
    expect(await planNow()).toEqual({ plan: "free", tier: "pro" });
    expect(await ctx.db.project.findUnique({ where: { id: other.id } })).toMatchObject({ tier: "free" });
    await setPlan(ctx, { organisationId: organisation.id, plan: "team" });
    expect(await planNow()).toEqual({ plan: "team", tier: "team" });
    await setPlan(ctx, { organisationId: organisation.id, plan: "free" });
    expect(await planNow()).toEqual({ plan: "free", tier: "pro" });
    await receive({ metadata: { projectId }, status: "canceled" });
    expect(await planNow()).toEqual({ plan: "free", tier: "free" });
  });
});

describe("a payment that fails", () => {
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const later = (ms: number) => new Date(Date.parse(since) + ms).toISOString();
  const runJobAfter = async (days: number) => {
    const clock = new FixedClock(new Date(later(days * DAY_MS)));
    await endPastDueGrace(await makeContext({ clock }));
  };

  it("leaves the plan for seven days, then it is free, and a payment brings it back", async () => {
    await receive();
    const clock = new FixedClock(new Date(since));
    const body = subscriptionBody("subscription.past_due", {
      id: subscription,
      customer,
      status: "past_due",
      at: since,
    });
    const ctx = { ...(await makeContext({ clock })), billing: billingSettings("polar") };
    await receiveBillingEvent(ctx, standardRequest(body, { at: clock.now() }));
    // A second event doesn't begin the seven days anew.
    await receive({ status: "past_due", at: later(1_000) });
    await runJobAfter(6.99);
    expect(await planNow()).toEqual({ plan: "pro", tier: "pro" });
    await runJobAfter(7);
    expect(await planNow()).toEqual({ plan: "free", tier: "free" });
    await runJobAfter(8);
    expect((await entries()).map(({ data }) => (data as { plan: string }).plan).sort()).toEqual([
      "free",
      "pro",
      "pro",
      "pro",
    ]);
    await receive({ at: later(8 * DAY_MS) });
    expect(await planNow()).toEqual({ plan: "pro", tier: "pro" });
  });

  it("long ago grants nothing when its event comes late", async () => {
    await receive({ status: "past_due", at: "2026-11-01T00:00:00.000Z" });
    expect(await planNow()).toEqual({ plan: "free", tier: "free" });
  });
});

describe("BW-02, WH-02: an event that comes again", () => {
  it("is applied once, however many times at once", async () => {
    const eventId = unique("msg");
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => receive({ eventId })));
    expect(outcomes.filter((outcome) => "applied" in outcome)).toEqual([{ applied: true }]);
    expect(outcomes.filter((outcome) => "duplicate" in outcome)).toHaveLength(49);
    expect(await entries()).toHaveLength(1);
  });

  it("under another id changes nothing", async () => {
    await receive();
    expect(await receive({ type: "subscription.active" })).toEqual({ applied: false });
    expect(await entries()).toHaveLength(1);
  });

  it("after a newer one changes nothing", async () => {
    await receive({ type: "subscription.revoked", at: "2026-11-22T00:00:00.000Z" });
    expect(await receive({ at: "2026-11-21T00:00:00.000Z" })).toEqual({ applied: false });
    expect(await planNow()).toEqual({ plan: "free", tier: "free" });
  });
});

function orders<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => orders(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]));
}

describe("BW-03: created, active, updated and canceled in all 24 orders", () => {
  const times = ["10:00:01", "10:00:02", "10:00:03", "10:00:04"];

  it.each([
    ["of four moments", (nth: number) => times[nth]],
    ["of one moment", () => times[0]],
  ])("%s end in one state", async (_, timeOf) => {
    const events: Change[] = [
      { type: "subscription.created", status: "incomplete" },
      { type: "subscription.active", status: "active" },
      { type: "subscription.updated", status: "active", product: PRODUCTS.team },
      { type: "subscription.canceled", status: "canceled", product: PRODUCTS.team },
    ].map((event, nth) => ({ ...event, at: `2026-11-20T${timeOf(nth)}.000Z` }));
    const states = new Set<string>();
    for (const order of orders(events)) {
      subscription = unique("sub");
      for (const event of order) await receive(event);
      states.add(JSON.stringify({ ...(await stored()), ...(await planNow()) }));
    }
    expect([...states].map((state) => JSON.parse(state))).toEqual([
      expect.objectContaining({ status: "canceled", isGranted: false, plan: "free", tier: "free" }),
    ]);
  });

  it("of one moment, without the end, leave the higher plan granted", async () => {
    const events: Change[] = [
      { type: "subscription.created", status: "incomplete" },
      { type: "subscription.active", status: "active" },
      { type: "subscription.updated", status: "active", product: PRODUCTS.team },
    ];
    for (const order of orders(events)) {
      subscription = unique("sub");
      for (const event of order) await receive(event);
      expect(await stored()).toMatchObject({ status: "active", plan: "team", isGranted: true });
    }
  });
});

describe("BW-05, BI-01: an event that fits nothing", () => {
  const ignored: [string, () => Change | Promise<Change>][] = [
    ["a product without a plan", () => ({ product: "prod_unknown" })],
    ["a product that every object has", () => ({ product: "__proto__" })],
    ["a quantity of -1", () => ({ seats: -1 })],
    ["a quantity of 0", () => ({ seats: 0 })],
    ["half a quantity", () => ({ seats: 0.5 })],
    ["an unknown status", () => ({ status: "resting" })],
    ["no metadata and an unknown customer", () => ({ metadata: {} })],
    ["an organisation that does not exist", () => ({ metadata: { organisationId: "org_00000000000000000000" } })],
    ["a project that does not exist", () => ({ metadata: { projectId: "p_00000000000000000000" } })],
    ["metadata of the prototype", () => ({ metadata: JSON.parse('{"__proto__":{"organisationId":"x"}}') })],
    ["an id that is no text", () => ({ metadata: { organisationId: { id: organisation.id } } })],
    [
      "a deleted project",
      async () => {
        await deleteProject(await makeContext(), { organisationId: organisation.id, projectId });
        return { metadata: { projectId } };
      },
    ],
    [
      "a project of another organisation",
      async () => {
        const other = await createOrganisation({ plan: "free" });
        return { metadata: { organisationId: other.id, projectId } };
      },
    ],
  ];

  it.each(ignored)("as %s is ignored and logged, and nothing changes", async (_, changeOf) => {
    const logged: object[] = [];
    expect(await receive(await changeOf(), logged)).toEqual({ ignored: true });
    expect(logged).toEqual([expect.objectContaining({ subscription, reason: expect.any(String) })]);
    expect(await stored()).toBeNull();
    expect(await planNow()).toEqual({ plan: "free", tier: "free" });
    expect(await entries()).toEqual([]);
  });

  it("is taken when it comes again after the plan was added", async () => {
    const eventId = unique("msg");
    expect(await receive({ eventId, product: "prod_unknown" })).toEqual({ ignored: true });
    expect(await receive({ eventId })).toEqual({ applied: true });
  });
});

describe("BI-02: a customer of another organisation", () => {
  let other: TestOrganisation;
  const otherPlan = async () => {
    const { db } = await makeContext();
    return (await db.organisation.findUniqueOrThrow({ where: { id: other.id } })).plan;
  };

  beforeEach(async () => {
    other = await createOrganisation({ plan: "free" });
    await receive();
  });

  it("is given nothing by a new subscription that names it", async () => {
    expect(await receive({ id: unique("sub"), metadata: { organisationId: other.id } })).toEqual({ ignored: true });
    expect(await otherPlan()).toBe("free");
  });

  it("is given nothing by a subscription that names it later; the first organisation keeps it", async () => {
    const at = "2026-11-22T00:00:00.000Z";
    await receive({ at, product: PRODUCTS.team, metadata: { organisationId: other.id } });
    expect(await otherPlan()).toBe("free");
    expect(await planNow()).toMatchObject({ plan: "team" });
  });

  it("can't end the subscription of the first", async () => {
    const at = "2026-11-22T00:00:00.000Z";
    expect(await receive({ customer: unique("cus"), status: "canceled", at })).toEqual({ ignored: true });
    expect(await planNow()).toMatchObject({ plan: "pro" });
  });

  it("is known by the customer where an event names nobody", async () => {
    subscription = unique("sub");
    expect(await receive({ metadata: {}, product: PRODUCTS.team })).toEqual({ applied: true });
    expect(await planNow()).toMatchObject({ plan: "team" });
  });
});

test("BW-05: events about other things are ignored without a word in the log", async () => {
  const logged: object[] = [];
  for (const type of ["order.paid", "customer.subscription.updated", "subscription", "x"]) {
    expect(await receive({ type }, logged)).toEqual({ ignored: true });
  }
  expect(logged).toEqual([]);
});
