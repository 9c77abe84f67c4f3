import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { openContent } from "@/lib/sign-in/mail/stored";
import { signOut } from "@/lib/sign-in/sso/logout/sign-out";
import { createUserByOwner } from "@/lib/sign-in/user-invitations/create-by-owner";
import { createUser } from "@/lib/sign-in/users/create";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { updateUser } from "@/lib/sign-in/users/update";
import { updateUserByOwner } from "@/lib/sign-in/users/update-by-owner";
import { ANSWER_BYTES } from "@/lib/sign-in/webhooks/attempt";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import { listWebhookDeliveries } from "@/lib/sign-in/webhooks/list-deliveries";
import { requeueLostWebhooks } from "@/lib/sign-in/webhooks/requeue-lost";
import { resendWebhook } from "@/lib/sign-in/webhooks/resend";
import type { EndpointAddress } from "@/lib/sign-in/webhooks/resource";
import { rotateWebhookSecret } from "@/lib/sign-in/webhooks/rotate-secret";
import { sendTestWebhook } from "@/lib/sign-in/webhooks/send-test";
import { RETRY_DELAYS_MS } from "@/lib/sign-in/webhooks/settle";
import { showWebhook } from "@/lib/sign-in/webhooks/show";
import { showWebhookDelivery } from "@/lib/sign-in/webhooks/show-delivery";
import { sweepWebhooks } from "@/lib/sign-in/webhooks/sweep";
import { FixedClock, insertMember, makeContext, OPERATOR } from "@/tests/support/context";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext, newEmail, signUp } from "@/tests/support/sign-in";
import { nextRequest, send, signedInRequest } from "@/tests/support/test-browser";
import { answerWith, startWebhookReceiver, type WebhookReceiver } from "@/tests/support/webhook-receiver";
import { deliverPending, deliverWebhook } from "@/tests/support/webhooks";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let receiver: WebhookReceiver;
let clock: FixedClock;
let ctx: Context;
let user: Awaited<ReturnType<typeof makeUserContext>>;
let address: EndpointAddress;
let secret: string;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  clock = new FixedClock(new Date());
  user = await makeUserContext({ clock });
  const owners = await ownersOf(user);
  ctx = { ...user, ...(await makeContext({ clock, actor: OPERATOR, sealer: user.sealer })) };
  const created = await createWebhook(ctx, { ...owners.address, url: receiver.url });
  secret = created.secret;
  address = { ...owners.address, endpointId: created.id };
});
afterEach(() => receiver.close());

const deliver = () => deliverPending(ctx, address.projectId);
const messages = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
const sentTypes = () => messages().map(({ type }) => type);
const idsSent = () => receiver.received.map(({ headers }) => headers["webhook-id"]);
const sendTest = async () => (await sendTestWebhook(ctx, address)).deliveryId;
const deliveryOf = (deliveryId: string) => showWebhookDelivery(ctx, { ...address, deliveryId });
const attempt = (deliveryId: string, context = ctx) => deliverWebhook(context, deliveryId);
const endpoint = () => showWebhook(ctx, address);

function expectedSignature(key: string, { headers, body }: WebhookReceiver["received"][number]): string {
  const bytes = Buffer.from(key.replace("whsec_", ""), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", bytes).update(text).digest("base64")}`;
}

const jobsOf = (deliveryId: string) =>
  ctx.db.$queryRaw<{ run_at: Date }[]>`
    select run_at from graphile_worker.jobs where key = ${`deliver-webhook:${deliveryId}`}`;

describe("events", () => {
  test("a user's life is sent, signed, with nothing secret in it", async () => {
    const { id, email } = await signUp(user);
    await updateUser(await signedInRequest(user), { name: "Grace" });
    await ctx.db.user.update({ where: { id }, data: { updatedAt: clock.now() } });
    await ctx.db.session.deleteMany({ where: { userId: id, projectId: address.projectId } });
    await deleteUserByOwner(ctx, { ...address, userId: id });
    await deliver();
    const sent = messages();
    const created = sent.find(({ type }) => type === "user.created");
    expect(Object.keys(created?.data ?? {})).toEqual([
      ...["id", "email", "emailVerified", "name", "image", "twoFactorEnabled", "isTestUser"],
      ...["publicMetadata", "privateMetadata", "bannedAt", "bannedUntil", "createdAt", "updatedAt"],
    ]);
    expect(created?.data).toMatchObject({
      id,
      email,
      name: "Ada",
      bannedAt: null,
      createdAt: clock.now().toISOString(),
    });
    const session = sent.find(({ type }) => type === "session.created");
    expect(Object.keys(session?.data ?? {})).toEqual([
      ...["id", "userId", "factors", "ipAddress", "userAgent", "createdAt", "expiresAt"],
    ]);
    expect(sent.find(({ type }) => type === "session.ended")?.data).toMatchObject({ id: session?.data.id, userId: id });
    expect(sent.find(({ type }) => type === "user.updated")?.data).toMatchObject({ id, name: "Grace" });
    expect(sent.find(({ type }) => type === "user.deleted")?.data).toEqual({ id, email });
    expect(new Set(idsSent()).size).toBe(sent.length);
    for (const message of receiver.received) {
      expect(message.headers).toMatchObject({ "content-type": "application/json" });
      expect(message.headers["webhook-signature"]).toBe(expectedSignature(secret, message));
      expect(message.headers["webhook-timestamp"]).toBe(String(Math.floor(clock.now().getTime() / 1_000)));
      expect(message.headers["webhook-id"]).toMatch(/^msg_[0-9a-z]{20}$/);
    }
  });

  test("a user's events have their metadata, public and private, and tell of its changes", async () => {
    const publicMetadata = { plan: "team", seats: 3 };
    const given = { email: newEmail(), name: "Ada", image: null, emailVerified: false };
    const privateMetadata = { customer: "cus_1", note: 'ümläut "quoted"' };
    const { id } = await createUserByOwner(
      { ...ctx, signIn: user.signIn },
      { ...address, ...given, publicMetadata, privateMetadata },
    );
    const change = (changed: object) => updateUserByOwner(ctx, { ...address, userId: id, ...changed });
    await change({ privateMetadata: {} });
    await change({ publicMetadata: { plan: "free" } });
    await change({ publicMetadata: { plan: "free" } });
    await deliver();
    expect(messages().map(({ type, data }) => [type, data.publicMetadata, data.privateMetadata])).toEqual([
      ["user.created", publicMetadata, privateMetadata],
      ["user.updated", publicMetadata, {}],
      ["user.updated", { plan: "free" }, {}],
    ]);
  });

  test("a ban's start, its end and a change of its end are told", async () => {
    const { id } = await signUp(user);
    const [day, week] = [1, 7].map((days) => new Date(clock.now().getTime() + days * 86_400_000).toISOString());
    const change = (changed: object) => updateUserByOwner(ctx, { ...address, userId: id, ...changed });
    await change({ banned: true, bannedUntil: day });
    await change({ banned: true, bannedUntil: week });
    await change({ banned: false });
    await deliver();
    const updates = messages().filter(({ type }) => type === "user.updated");
    expect(updates.map(({ data }) => [data.bannedAt !== null, data.bannedUntil])).toEqual([
      [true, day],
      [true, week],
      [false, null],
    ]);
  });

  test("an event and its job exist exactly when the change does", async () => {
    const project = { ...ctx, project: { id: address.projectId } };
    const values = () => ({ email: newEmail(), name: "Ada", emailVerified: false });
    const refused = withTransaction(project, async (tx) => {
      await createUser({ ...tx, project: project.project }, values());
      throw new Error("the change failed");
    });
    await expect(refused).rejects.toThrow("the change failed");
    expect((await listWebhookDeliveries(ctx, address)).items).toEqual([]);
    await createUser(project, values());
    const { items } = await listWebhookDeliveries(ctx, address);
    expect(items).toMatchObject([{ type: "user.created", status: "pending" }]);
    expect(await jobsOf(items[0]?.id ?? "")).toHaveLength(1);
  });

  test("an endpoint gets the types it has chosen, and none while it is disabled", async () => {
    const { projectId, endpointId } = address;
    await ctx.db.webhookEndpoint.update({ where: { id: endpointId }, data: { events: ["session.created"] } });
    await signUp(user);
    await deliver();
    expect(sentTypes()).toEqual(["session.created"]);
    await ctx.db.webhookEndpoint.update({ where: { id: endpointId }, data: { status: "disabled" } });
    await signUp(await nextRequest(user));
    expect(await ctx.db.webhookEvent.count({ where: { projectId } })).toBe(1);
  });

  test("a project is deleted with its users, endpoints and events", async () => {
    await signUp(user);
    const { projectId: id } = address;
    await ctx.db.project.delete({ where: { id } });
    expect(await ctx.db.webhookEvent.count({ where: { projectId: id } })).toBe(0);
  });

  test("signing out is the end of a session", async () => {
    await signUp(user);
    await send(await signedInRequest(user), signOut, {});
    await deliver();
    expect(sentTypes()).toContain("session.ended");
  });
});

describe("delivery", () => {
  test("each request and its answer are in the log, and a success ends it", async () => {
    const id = await sendTest();
    await deliver();
    expect(await deliveryOf(id)).toMatchObject({
      ...{ status: "delivered", attempts: 1, nextAttemptAt: null, type: "webhook.test" },
      body: receiver.received[0]?.body,
      log: [{ status: 200, failure: null, answer: "taken", at: clock.now().toISOString() }],
    });
    await attempt(id);
    expect(receiver.received).toHaveLength(1);
  });

  test("a failure is tried again for about a day with the same id and body, and then given up", async () => {
    receiver.answer = answerWith(500);
    const id = await sendTest();
    const startedAt = clock.now().getTime();
    for (const delay of RETRY_DELAYS_MS) {
      await attempt(id);
      const { nextAttemptAt, status } = await deliveryOf(id);
      expect(status).toBe("pending");
      const wait = Date.parse(nextAttemptAt ?? "") - clock.now().getTime();
      expect(wait).toBeGreaterThanOrEqual(delay);
      expect(wait).toBeLessThanOrEqual(delay * 1.1);
      expect((await jobsOf(id)).map(({ run_at }) => run_at.toISOString())).toEqual([nextAttemptAt]);
      clock.advance(wait);
    }
    await attempt(id);
    const { status, log } = await deliveryOf(id);
    expect({ status, attempts: log.length, answer: log[0]?.answer }).toEqual({
      status: "failed",
      attempts: 8,
      answer: "answer 500",
    });
    const hours = (clock.now().getTime() - startedAt) / HOUR_MS;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThan(27);
    expect(new Set(idsSent()).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(8);
  });

  test("an endpoint that says when to come again is left alone until then", async () => {
    receiver.answer = answerWith(429, { "retry-after": "3600" });
    const id = await sendTest();
    await attempt(id);
    expect((await deliveryOf(id)).nextAttemptAt).toBe(new Date(clock.now().getTime() + HOUR_MS).toISOString());
  });

  test("WH-02: an event sent again, and one that several workers get, has one id", async () => {
    const id = await sendTest();
    const workers = await Promise.all(Array.from({ length: 5 }, () => makeContext({ clock, sealer: ctx.sealer })));
    await Promise.all(workers.map((worker) => attempt(id, worker)));
    expect(receiver.received).toHaveLength(1);
    expect(await resendWebhook(ctx, { ...address, deliveryId: id })).toMatchObject({ status: "pending", attempts: 0 });
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect(new Set(idsSent()).size).toBe(1);
    expect((await deliveryOf(id)).log).toHaveLength(2);
  });

  test("WH-03: after a crash between the answer and the row, the event comes again with the same id", async () => {
    const id = await sendTest();
    const crashPoint = (name: string) => {
      if (name === "webhook.answered") throw new Error("power cut");
    };
    await expect(attempt(id, { ...ctx, crashPoint })).rejects.toThrow("power cut");
    expect(await deliveryOf(id)).toMatchObject({ status: "pending", log: [] });
    await attempt(id);
    expect(receiver.received).toHaveLength(1);
    clock.advance(121_000);
    await ctx.db.$executeRaw`select graphile_worker.remove_job(${`deliver-webhook:${id}`})`;
    expect(await requeueLostWebhooks(ctx)).toBeGreaterThan(0);
    expect(await jobsOf(id)).toHaveLength(1);
    await attempt(id);
    expect(await deliveryOf(id)).toMatchObject({ status: "delivered", attempts: 2 });
    expect(receiver.received).toHaveLength(2);
    expect(new Set(idsSent()).size).toBe(1);
  });

  test("WH-04: a redirect is a failure, and of a long answer only the beginning is kept", async () => {
    receiver.answer = answerWith(302, { location: "/elsewhere" });
    const redirected = await sendTest();
    await attempt(redirected);
    expect((await deliveryOf(redirected)).log).toMatchObject([{ status: 302, failure: "The answer was 302." }]);
    receiver.answer = (response) => void response.end(Buffer.alloc(10_000_000, "a\0"));
    const long = await sendTest();
    await attempt(long);
    const [first] = (await deliveryOf(long)).log;
    expect(first).toMatchObject({ status: 200, answer: "a\uFFFD".repeat(ANSWER_BYTES / 2) });
  });

  test("SS-01: an endpoint whose name leads inside later gets nothing", async () => {
    const { endpointId: id, projectId } = address;
    await ctx.db.webhookEndpoint.update({ where: { id, projectId }, data: { url: "https://169.254.169.254/" } });
    const deliveryId = await sendTest();
    await attempt(deliveryId);
    expect((await deliveryOf(deliveryId)).log).toMatchObject([
      { status: null, failure: "The address isn't on the public internet.", answer: null },
    ]);
  });

  test("a worker that stops gives the event back", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    receiver.answer = () => resolve();
    const id = await sendTest();
    const stop = new AbortController();
    const running = deliverWebhook(ctx, id, stop.signal);
    await asked;
    stop.abort();
    await expect(running).rejects.toMatchObject({ failure: "stopped" });
    expect(await deliveryOf(id)).toMatchObject({ status: "pending", attempts: 0, log: [] });
    receiver.answer = answerWith(200);
    await attempt(id);
    expect(await deliveryOf(id)).toMatchObject({ status: "delivered", attempts: 1 });
  });
});

test("after a rotation both secrets sign for a day, and then the new one alone", async () => {
  const { secret: next } = await rotateWebhookSecret(ctx, address);
  const signaturesOf = async () => {
    await attempt(await sendTest());
    const message = receiver.received.at(-1);
    if (!message) throw new Error("nothing was sent");
    return { sent: message.headers["webhook-signature"], by: (key: string) => expectedSignature(key, message) };
  };
  const during = await signaturesOf();
  expect(during.sent).toBe(`${during.by(next)} ${during.by(secret)}`);
  clock.advance(DAY_MS);
  const after = await signaturesOf();
  expect(after.sent).toBe(after.by(next));
  await sweepWebhooks(ctx);
  const where = { id: address.endpointId };
  expect(await ctx.db.webhookEndpoint.findUnique({ where, select: { previousSecret: true } })).toEqual({
    previousSecret: null,
  });
});

describe("an endpoint that fails", () => {
  const mailsTo = (recipient: string) => ctx.db.mailMessage.findMany({ where: { recipient } });

  test("is disabled after days, with a mail to each owner; a success before that forgets the failures", async () => {
    const [owner, admin] = [newEmail(), newEmail()];
    const { organisationId } = address;
    await insertMember(ctx.db, { organisationId, email: owner, role: "owner" });
    await insertMember(ctx.db, { organisationId, email: admin, role: "admin" });
    receiver.answer = answerWith(500);
    await attempt(await sendTest());
    expect((await endpoint()).failingSince).toBe(clock.now().toISOString());
    receiver.answer = answerWith(200);
    await attempt(await sendTest());
    expect((await endpoint()).failingSince).toBeNull();
    receiver.answer = answerWith(500);
    const last = async () => {
      const id = await sendTest();
      await ctx.db.webhookDelivery.update({ where: { id }, data: { attempts: RETRY_DELAYS_MS.length } });
      await attempt(id);
      expect(await deliveryOf(id)).toMatchObject({ status: "failed" });
    };
    await last();
    clock.advance(4 * DAY_MS);
    await last();
    expect(await endpoint()).toMatchObject({ status: "enabled" });
    const waiting = await sendTest();
    clock.advance(DAY_MS);
    await last();
    expect(await endpoint()).toMatchObject({ status: "disabled", disabledReason: "failing" });
    expect(await mailsTo(owner)).toMatchObject([{ kind: "webhook-disabled", projectId: null }]);
    expect(await mailsTo(admin)).toEqual([]);
    const mail = await ctx.db.mailMessage.findFirstOrThrow({ where: { recipient: owner }, omit: { content: false } });
    expect(openContent(ctx, mail.id, mail.content ?? "")).toMatchObject({
      link: `${ctx.baseUrl}/dashboard/${organisationId}/projects/${address.projectId}/webhooks/${address.endpointId}`,
    });
    const { endpointId: targetId } = address;
    expect(await ctx.db.auditEvent.count({ where: { targetId, action: "webhook.disable" } })).toBe(1);
    const asked = receiver.received.length;
    await attempt(waiting);
    expect(receiver.received).toHaveLength(asked);
    expect((await deliveryOf(waiting)).status).toBe("failed");
  });

  test("is disabled at once when it answers that it is gone", async () => {
    receiver.answer = answerWith(410);
    const id = await sendTest();
    await attempt(id);
    expect(await endpoint()).toMatchObject({ status: "disabled", disabledReason: "gone" });
    expect(await deliveryOf(id)).toMatchObject({ status: "failed" });
  });
});

test("events are kept for thirty days", async () => {
  const id = await sendTest();
  await attempt(id);
  clock.advance(30 * DAY_MS - 1_000);
  await sweepWebhooks(ctx);
  expect(await deliveryOf(id)).toMatchObject({ status: "delivered" });
  clock.advance(2_000);
  await sweepWebhooks(ctx);
  await expect(deliveryOf(id)).rejects.toMatchObject({ code: "not_found" });
});
