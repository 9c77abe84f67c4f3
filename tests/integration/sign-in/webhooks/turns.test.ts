import { afterEach, beforeEach, expect, test } from "vitest";
import type { JobContext } from "@/lib/jobs/job-context";
import { Turns } from "@/lib/jobs/turns";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import type { EndpointAddress } from "@/lib/sign-in/webhooks/resource";
import { sendTestWebhook } from "@/lib/sign-in/webhooks/send-test";
import { takeDeliveryTurn } from "@/lib/sign-in/webhooks/take-turn";
import { makeContext, OPERATOR } from "@/tests/support/context";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext } from "@/tests/support/sign-in";
import { startWebhookReceiver, type WebhookReceiver } from "@/tests/support/webhook-receiver";

const PLACES = 10;

let slow: WebhookReceiver;
let quick: WebhookReceiver;
let ctx: JobContext;
let turns: Turns;
let user: Awaited<ReturnType<typeof makeUserContext>>;
const held: (() => void)[] = [];
const stop = new AbortController();

beforeEach(async () => {
  [slow, quick] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
  slow.answer = (response) => void held.push(() => void response.end("late"));
  user = await makeUserContext();
  ctx = { ...user, ...(await makeContext({ actor: OPERATOR, sealer: user.sealer })) } as unknown as JobContext;
  // Deliveries that other tests have left in this worker's database are sealed with other keys.
  await ctx.db.webhookDelivery.deleteMany();
  turns = new Turns("deliver-webhook", PLACES, takeDeliveryTurn);
});

afterEach(async () => {
  slow.answer = (response) => void response.end("taken");
  for (const letGo of held.splice(0)) letGo();
  await Promise.all([slow.close(), quick.close()]);
});

/** Makes an endpoint of a project, with events that wait. */
async function endpointWith(owner: Awaited<ReturnType<typeof ownersOf>>, url: string, events: number) {
  const { id } = await createWebhook(ctx, { ...owner.address, url });
  const address: EndpointAddress = { ...owner.address, endpointId: id };
  for (let index = 0; index < events; index += 1) await sendTestWebhook(ctx, address);
  return address;
}

/** Wakes as many workers as there are jobs, and does not wait for them. */
function wake(jobs: number): Promise<unknown> {
  return Promise.allSettled(Array.from({ length: jobs }, () => turns.run(ctx, ctx.log, stop.signal)));
}

const pendingOf = ({ endpointId }: EndpointAddress) =>
  ctx.db.webhookDelivery.count({ where: { endpointId, status: "pending" } });

test("AT-H5 a neighbour's event is sent while another project's endpoints don't answer", async () => {
  const hostile = await ownersOf(user);
  for (let index = 0; index < 5; index += 1) await endpointWith(hostile, slow.url, 6);
  const woken = wake(30);
  await expect.poll(() => slow.received.length).toBe(PLACES / 2);
  const neighbour = await endpointWith(await ownersOf(await makeUserContext({ sealer: user.sealer })), quick.url, 1);
  await turns.run(ctx, ctx.log, stop.signal);
  expect(await pendingOf(neighbour)).toBe(0);
  expect(slow.received).toHaveLength(PLACES / 2);
  slow.answer = (response) => void response.end("taken");
  for (const letGo of held.splice(0)) letGo();
  await woken;
  expect(slow.received).toHaveLength(30);
});

test("WH-04 AT-H5 a slow endpoint has four requests at once, and waiting events are sent when they end", async () => {
  const address = await endpointWith(await ownersOf(user), slow.url, 6);
  const woken = wake(6);
  await expect.poll(() => slow.received.length).toBe(4);
  await turns.run(ctx, ctx.log, stop.signal);
  expect(slow.received).toHaveLength(4);
  slow.answer = (response) => void response.end("taken");
  for (const letGo of held.splice(0)) letGo();
  await woken;
  expect([slow.received.length, await pendingOf(address)]).toEqual([6, 0]);
});
