import { beforeEach, describe, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import { PLANS } from "@/lib/core/plans";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import { listWebhooks } from "@/lib/sign-in/webhooks/list";
import { listWebhookDeliveries } from "@/lib/sign-in/webhooks/list-deliveries";
import { removeWebhook } from "@/lib/sign-in/webhooks/remove";
import { resendWebhook } from "@/lib/sign-in/webhooks/resend";
import type { EndpointAddress } from "@/lib/sign-in/webhooks/resource";
import { rotateWebhookSecret } from "@/lib/sign-in/webhooks/rotate-secret";
import { sendTestWebhook } from "@/lib/sign-in/webhooks/send-test";
import { showWebhook } from "@/lib/sign-in/webhooks/show";
import { showWebhookDelivery } from "@/lib/sign-in/webhooks/show-delivery";
import { updateWebhook } from "@/lib/sign-in/webhooks/update";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const URL_OF_APP = "http://127.0.0.1:9/hooks";

let organisation: TestOrganisation;
let address: EndpointAddress;
let deliveryId: string;
let as: (role: "owner" | "developer" | "viewer") => Promise<Context>;

beforeEach(async () => {
  organisation = await createOrganisation({ plan: "free" });
  as = (role) => makeContext({ actor: organisation.member[role] });
  const { id: projectId } = await insertProject(organisation);
  const project = { organisationId: organisation.id, projectId };
  const { id } = await createWebhook(await as("developer"), { ...project, url: URL_OF_APP });
  address = { ...project, endpointId: id };
  deliveryId = (await sendTestWebhook(await as("developer"), address)).deliveryId;
});

const CHANGES: [string, (ctx: Context) => Promise<unknown>][] = [
  ["webhook.create", (ctx) => createWebhook(ctx, { ...address, url: URL_OF_APP })],
  ["webhook.update", (ctx) => updateWebhook(ctx, { ...address, events: ["user.created"] })],
  ["webhook.rotate_secret", (ctx) => rotateWebhookSecret(ctx, address)],
  ["webhook.test", (ctx) => sendTestWebhook(ctx, address)],
  ["webhook.resend", (ctx) => resendWebhook(ctx, { ...address, deliveryId })],
  ["webhook.delete", (ctx) => removeWebhook(ctx, address)],
];

const READS: [string, (ctx: Context) => Promise<unknown>][] = [
  ["listing", (ctx) => listWebhooks(ctx, address)],
  ["showing", (ctx) => showWebhook(ctx, address)],
  ["listing deliveries", (ctx) => listWebhookDeliveries(ctx, address)],
  ["showing a delivery", (ctx) => showWebhookDelivery(ctx, { ...address, deliveryId })],
];

describe.each(CHANGES)("%s", (action, change) => {
  test("is recorded, refused to viewers and in suspended projects, and hidden from strangers", async () => {
    const ctx = await as("developer");
    const stranger = await makeContext({ actor: (await createOrganisation()).member.owner });
    await expect(change(await as("viewer"))).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(stranger)).rejects.toMatchObject({ code: "not_found" });
    const where = { organisationId: organisation.id, action };
    const before = await ctx.db.auditEvent.count({ where });
    const { projectId } = address;
    await ctx.db.project.update({ where: { id: projectId }, data: { status: "suspended" } });
    await expect(change(ctx)).rejects.toMatchObject({ code: "project_suspended" });
    await ctx.db.project.update({ where: { id: projectId }, data: { status: "active" } });
    await change(ctx);
    const rows = await ctx.db.auditEvent.findMany({ where });
    expect(rows).toHaveLength(before + 1);
    expect(JSON.stringify(rows)).not.toMatch(/whsec_|\/hooks/);
  });

  test("in another project of the organisation it finds nothing", async () => {
    const other = await insertProject(organisation, { name: "Other" });
    const { projectId } = address;
    address = { ...address, projectId: other.id };
    if (action !== "webhook.create") {
      await expect(change(await as("owner"))).rejects.toMatchObject({ code: "not_found" });
    }
    const ctx = await as("owner");
    expect(await ctx.db.webhookEndpoint.count({ where: { projectId } })).toBe(1);
  });
});

test.each(READS)("%s is for every member, and for no stranger", async (_name, read) => {
  expect(await read(await as("viewer"))).toBeTruthy();
  const stranger = await makeContext({ actor: (await createOrganisation()).member.owner });
  await expect(read(stranger)).rejects.toMatchObject({ code: "not_found" });
});

test("a secret is shown once, and stored sealed", async () => {
  const ctx = await as("developer");
  const { secret, id } = await createWebhook(ctx, { ...address, url: URL_OF_APP });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(
    JSON.stringify([await showWebhook(ctx, { ...address, endpointId: id }), await listWebhooks(ctx, address)]),
  ).not.toContain("whsec_");
  const [row] = await ctx.db.$queryRaw<{ secret: string }[]>`select secret from webhook_endpoint where id = ${id}`;
  expect(row?.secret).toMatch(/^s1\./);
});

test("a plan allows so many webhooks per project", async () => {
  const ctx = await as("developer");
  for (let count = 1; count < PLANS.free.webhooks; count += 1)
    await createWebhook(ctx, { ...address, url: URL_OF_APP });
  const refused = createWebhook(ctx, { ...address, url: URL_OF_APP });
  await expect(refused).rejects.toMatchObject({ code: "limit_reached" });
});

test.each([
  ...["http://10.0.0.1/", "https://169.254.169.254/", "https://[::ffff:10.0.0.1]/", "https://0x0a.1/"],
  ...["http://1.1.1.1/", "https://1.1.1.1:5432/", "file:///etc/passwd", "gopher://1.1.1.1/", "https://a:b@1.1.1.1/"],
])("SS-01, SS-03: %s is refused as an endpoint", async (url) => {
  const ctx = await as("developer");
  await expect(createWebhook(ctx, { ...address, url })).rejects.toMatchObject({ code: "invalid_request" });
  await expect(updateWebhook(ctx, { ...address, url })).rejects.toMatchObject({ code: "invalid_request" });
});

test("the deliveries are paged, newest first, and filtered by status", async () => {
  const ctx = await as("developer");
  const sent = [deliveryId];
  for (let count = 0; count < 4; count += 1) sent.push((await sendTestWebhook(ctx, address)).deliveryId);
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const page = await listWebhookDeliveries(ctx, { ...address, limit: 2, ...(before && { before }) });
    seen.push(...page.items.map(({ id }) => id));
    before = page.nextCursor ?? undefined;
  } while (before !== undefined);
  expect([...seen].sort()).toEqual([...sent].sort());
  expect((await listWebhookDeliveries(ctx, { ...address, status: "failed" })).items).toEqual([]);
  const made = listWebhookDeliveries(ctx, { ...address, before: "made~up" });
  await expect(made).rejects.toMatchObject({ code: "invalid_request" });
});

test("a disabled webhook takes neither a test nor an event again until it is enabled", async () => {
  const ctx = await as("developer");
  expect(await updateWebhook(ctx, { ...address, enabled: false })).toMatchObject({ disabledReason: "owner" });
  await expect(sendTestWebhook(ctx, address)).rejects.toMatchObject({ code: "conflict" });
  await expect(resendWebhook(ctx, { ...address, deliveryId })).rejects.toMatchObject({ code: "conflict" });
  expect(await updateWebhook(ctx, { ...address, enabled: true })).toMatchObject({
    status: "enabled",
    disabledReason: null,
  });
  expect(await resendWebhook(ctx, { ...address, deliveryId })).toMatchObject({ status: "pending" });
});

test("the command line does all of it", async () => {
  const operator = { ctx: await makeContext() };
  const { projectId } = address;
  const run = (verb: string, ...args: string[]) =>
    runCommand(operator, "project", "webhooks", verb, projectId, ...args, "--json");
  const created = (await run("create", URL_OF_APP, "--events", "user.created", "user.deleted")).json<{
    id: string;
    secret: string;
  }>();
  expect(created).toMatchObject({ events: ["user.created", "user.deleted"], secret: expect.stringMatching(/^whsec_/) });
  const { id } = created;
  const listed = await run("list");
  const { items } = listed.json<{ items: { id: string }[] }>();
  expect(items.map((item) => item.id).sort()).toEqual([address.endpointId, id].sort());
  expect(listed.stdout).not.toContain("whsec_");
  expect((await run("update", id, "--disable")).json()).toMatchObject({ status: "disabled" });
  expect((await run("update", id, "--enable", "--description", "Mirror")).json()).toMatchObject({
    description: "Mirror",
  });
  const rotated = (await run("rotate-secret", id)).json<{ secret: string }>();
  expect(rotated.secret).not.toBe(created.secret);
  const sent = (await run("test", id)).json<{ deliveryId: string }>();
  expect((await run("deliveries", id, "--status", "pending")).json()).toMatchObject({
    items: [{ id: sent.deliveryId, type: "webhook.test" }],
  });
  expect((await run("delivery", sent.deliveryId)).json()).toMatchObject({ endpointId: id, log: [] });
  expect((await run("resend", sent.deliveryId)).json()).toMatchObject({ status: "pending" });
  expect((await run("delete", id)).exitCode).toBe(0);
  expect((await run("show", id)).exitCode).toBe(1);
  expect((await run("create", "http://10.0.0.1/")).exitCode).toBe(1);
  expect((await run("create", URL_OF_APP, "--events", "user.hacked")).exitCode).toBe(2);
});
