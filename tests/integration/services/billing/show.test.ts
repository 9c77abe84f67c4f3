import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { receiveBillingEvent } from "@/lib/services/billing/receive";
import { showBilling } from "@/lib/services/billing/show";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { billingSettings, NOW_CLOCK, standardRequest, subscriptionBody } from "@/tests/support/billing";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const PORTAL = "https://pay.example/portal";

let organisation: TestOrganisation;
let projectId: string;

beforeEach(async () => {
  organisation = await createOrganisation({ plan: "free" });
  projectId = (await insertProject(organisation, { name: "Shop" })).id;
  const ctx = await contextOf();
  const send = (body: string) => receiveBillingEvent(ctx, standardRequest(body));
  const { id } = organisation;
  const common = { customer: `cus_${id}`, at: new Date().toISOString() };
  const whole = { ...common, id: `sub_1_${id}`, metadata: { organisationId: id } };
  await send(subscriptionBody("subscription.active", { ...whole, cancelAtPeriodEnd: true }));
  const own = { ...common, id: `sub_2_${id}`, metadata: { projectId } };
  await send(subscriptionBody("subscription.past_due", { ...own, status: "past_due" }));
});

const contextOf = async (actor?: Actor) => ({
  ...(await makeContext({ clock: NOW_CLOCK, ...(actor && { actor }) })),
  billing: { ...billingSettings("polar"), portalUrl: PORTAL },
});

describe("the payment of an organisation's plan", () => {
  it("has each subscription, whom it is for, and until when", async () => {
    const { subscriptions, ...rest } = await showBilling(await contextOf(organisation.member.owner), {
      organisationId: organisation.id,
    });
    expect(rest).toEqual({ isConfigured: true, portalUrl: PORTAL });
    const sorted = subscriptions.toSorted((a, b) => a.id.localeCompare(b.id));
    expect(sorted).toEqual([
      {
        ...{ id: `sub_1_${organisation.id}`, project: null, plan: "pro", status: "active", isGranted: true },
        ...{ cancelAtPeriodEnd: true, currentPeriodEnd: "2026-12-20T10:00:00.000Z", graceUntil: null },
      },
      expect.objectContaining({ project: { id: projectId, name: "Shop" }, status: "past_due", isGranted: true }),
    ]);
    expect(sorted[1]?.graceUntil).toMatch(/Z$/);
  });

  it("leads owners alone to the provider, and hides itself from strangers", async () => {
    const input = { organisationId: organisation.id };
    for (const role of ["viewer", "developer", "admin"] as const) {
      const billing = await showBilling(await contextOf(organisation.member[role]), input);
      expect(billing.portalUrl, role).toBeNull();
    }
    const stranger = (await createOrganisation()).member.owner;
    await expect(showBilling(await contextOf(stranger), input)).rejects.toMatchObject({ code: "not_found" });
  });

  it("says so where no provider is set up, and leaves out deleted projects", async () => {
    const ctx = await makeContext();
    await deleteProject(ctx, { organisationId: organisation.id, projectId });
    const billing = await showBilling(ctx, { organisationId: organisation.id });
    expect(billing).toMatchObject({ isConfigured: false, portalUrl: null });
    expect(billing.subscriptions.map(({ project }) => project)).toEqual([null]);
  });

  it("is printed by a command", async () => {
    const ctx = await contextOf();
    const { stdout } = await runCommand({ ctx }, "org", "billing", organisation.id);
    expect(stdout).toMatch(/^sub_1_\S+ +organisation +pro +active +yes +2026-12-20 10:00$/m);
    expect(stdout).toMatch(/^sub_2_\S+ +Shop +pro +past_due +yes +2026-12-20 10:00$/m);
    const { id } = await createOrganisation();
    const none = await runCommand({ ctx: await makeContext() }, "org", "billing", id);
    expect(none.stdout).toContain("org set-plan");
  });
});
