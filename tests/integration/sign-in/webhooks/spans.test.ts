import { afterEach, beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import { type Span, Trace } from "@/lib/core/trace";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import { resendWebhook } from "@/lib/sign-in/webhooks/resend";
import type { EndpointAddress } from "@/lib/sign-in/webhooks/resource";
import { sendTestWebhook } from "@/lib/sign-in/webhooks/send-test";
import { FixedClock, makeContext, OPERATOR } from "@/tests/support/context";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext } from "@/tests/support/sign-in";
import { answerWith, startWebhookReceiver, type WebhookReceiver } from "@/tests/support/webhook-receiver";
import { deliverWebhook } from "@/tests/support/webhooks";

let receiver: WebhookReceiver;
let ctx: Context;
let address: EndpointAddress;
let spans: Span[];

beforeEach(async () => {
  spans = [];
  receiver = await startWebhookReceiver();
  const clock = new FixedClock(new Date());
  const user = await makeUserContext({ clock });
  const owners = await ownersOf(user);
  ctx = { ...user, ...(await makeContext({ clock, actor: OPERATOR, sealer: user.sealer })) };
  const { id } = await createWebhook(ctx, { ...owners.address, url: receiver.url });
  address = { ...owners.address, endpointId: id };
});
afterEach(() => receiver.close());

/** Makes an attempt as a job, which is in no request. */
const attempt = (deliveryId: string) =>
  deliverWebhook({ ...ctx, trace: new Trace((span) => spans.push(span), null, { hasSpan: false }) }, deliveryId);

test("an attempt has a span, which the receiver's own spans are below; all attempts at an event are in one trace", async () => {
  const { deliveryId } = await sendTestWebhook(ctx, address);
  receiver.answer = answerWith(500);
  await attempt(deliveryId);
  await resendWebhook(ctx, { ...address, deliveryId });
  receiver.answer = answerWith(204);
  await attempt(deliveryId);
  const attributes = {
    "http.request.method": "POST",
    "coppice.webhook_event_id": receiver.received[0]?.headers["webhook-id"],
  };
  expect(spans).toMatchObject([
    { name: "POST webhook", isFailed: true, attributes: { ...attributes, "http.response.status_code": 500 } },
    { name: "POST webhook", isFailed: false, attributes: { ...attributes, "http.response.status_code": 204 } },
  ]);
  expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([null, null]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const sent = receiver.received.map(({ headers }) => headers.traceparent);
  expect(sent).toEqual(spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`));
  const { deliveryId: other } = await sendTestWebhook(ctx, address);
  await attempt(other);
  expect(spans[2]?.traceId).not.toBe(spans[0]?.traceId);
});

test("a receiver that can't be reached leaves a span that failed", async () => {
  await receiver.close();
  const { deliveryId } = await sendTestWebhook(ctx, address);
  await attempt(deliveryId);
  expect(spans).toMatchObject([{ isFailed: true, attributes: { "error.type": expect.any(String) } }]);
});

test("without a collector, no traceparent is sent", async () => {
  const { deliveryId } = await sendTestWebhook(ctx, address);
  await deliverWebhook(ctx, deliveryId);
  expect(receiver.received[0]?.headers).not.toHaveProperty("traceparent");
});
