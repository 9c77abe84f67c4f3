import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import { SecretSealer } from "@/lib/core/crypto/seal";
import { withTransaction } from "@/lib/core/db/transaction";
import { SmtpMailer } from "@/lib/infra/mail/smtp-mailer";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { requeueLostMails } from "@/lib/sign-in/mail/requeue-lost";
import { sendMail } from "@/lib/sign-in/mail/send";
import { sweepMails } from "@/lib/sign-in/mail/sweep";
import { FixedClock, makeContext, random } from "@/tests/support/context";
import { CODE, LINK, mailContext, mailRow, queueSignInMail, SHORT_LIMITS } from "@/tests/support/mail-rows";
import { mailsTo } from "@/tests/support/mailbox";
import { type SmtpSink, startSmtpServer } from "@/tests/support/smtp-server";

let sink: SmtpSink;
const never = new AbortController().signal;

beforeEach(async () => {
  sink = await startSmtpServer();
});
afterEach(() => sink.close());

const jobsOf = (ctx: Context, id: string) =>
  ctx.db.$queryRaw<{ attempts: number; locked_by: string | null }[]>`
    select attempts, locked_by from graphile_worker.jobs where key = ${`send-mail:${id}`}`;

test("a queued mail reaches its mailbox once, with link and code in both parts, and its row forgets them", async () => {
  const ctx = await mailContext(sink.url);
  const { id, to } = await queueSignInMail(ctx, { projectName: "Shop & Söhne <1>" });
  expect(await sendMail(ctx, id, never)).toBe("sent");
  expect(await sendMail(ctx, id, never)).toBe("not_queued");
  const [message, ...others] = sink.received;
  expect(others).toEqual([]);
  expect(message).toMatchObject({ from: "no-reply@coppice.example", to: [to], clientName: "coppice.example" });
  const { email } = message ?? {};
  expect(email).toMatchObject({
    from: { name: "Shop & Söhne <1>", address: "no-reply@coppice.example" },
    to: [{ name: "", address: to }],
    subject: "Sign in to Shop & Söhne <1>",
    messageId: `<${id}@localhost>`,
  });
  expect(email?.text).toContain(LINK);
  expect(email?.text).toContain(CODE);
  expect(email?.html).toContain(`href="${LINK}"`);
  expect(email?.html).toContain(CODE);
  expect(email?.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  expect(await mailRow(ctx, id)).toEqual({
    status: "sent",
    attempts: 1,
    failure: null,
    content: null,
    sentAt: ctx.clock.now(),
  });
  expect(await mailsTo(ctx, to)).toEqual([]);
});

test("RF-09: a mail and its job exist exactly when the change they belong to does", async () => {
  const ctx = await mailContext(sink.url);
  const mail = { projectId: null, kind: "two-factor-enabled", to: "rolled@example.com", content: {} } as const;
  let rolledBack = "";
  const refused = withTransaction(ctx, async (tx) => {
    rolledBack = await queueMail(tx, mail);
    throw new Error("the change failed");
  });
  await expect(refused).rejects.toThrow("the change failed");
  expect(await ctx.db.mailMessage.count({ where: { id: rolledBack } })).toBe(0);
  expect(await jobsOf(ctx, rolledBack)).toEqual([]);
  const committed = await withTransaction(ctx, (tx) => queueMail(tx, mail));
  expect(await ctx.db.mailMessage.count({ where: { id: committed, status: "queued" } })).toBe(1);
  expect(await jobsOf(ctx, committed)).toHaveLength(1);
});

test("RF-09: a crash after the server took a mail sends a copy with the same Message-ID", async () => {
  const clock = new FixedClock();
  const ctx = await mailContext(sink.url, { clock });
  const { id } = await queueSignInMail(ctx);
  const crashing = { ...ctx, crashPoint: (name: string) => void (name === "mail.taken" && fail()) };
  const fail = () => {
    throw new Error("power cut");
  };
  await expect(sendMail(crashing, id, never)).rejects.toThrow("power cut");
  expect((await mailRow(ctx, id)).status).toBe("queued");
  expect(await sendMail(ctx, id, never)).toBe("not_queued");
  clock.advance(121_000);
  expect(await sendMail(ctx, id, never)).toBe("sent");
  expect(sink.received.map(({ email }) => email.messageId)).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
});

test("workers that get the same mail at once send it once", async () => {
  const ctx = await mailContext(sink.url);
  const { id } = await queueSignInMail(ctx);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => sendMail(ctx, id, never)));
  expect(outcomes.sort()).toEqual(["not_queued", "not_queued", "not_queued", "not_queued", "sent"]);
  expect(sink.received).toHaveLength(1);
});

test("a mail that was sealed with a key that is gone waits, and fails at last", async () => {
  const ctx = await mailContext(sink.url);
  const { id } = await queueSignInMail(ctx);
  const other = { ...ctx, sealer: new SecretSealer([{ id: "t2", secret: randomBytes(32) }], random) };
  await expect(sendMail(other, id, never)).rejects.toThrow("It could not be made (SealError).");
  expect(await mailRow(ctx, id)).toMatchObject({ status: "queued", attempts: 1 });
  await ctx.db.mailMessage.update({ where: { id }, data: { attempts: 9 } });
  expect(await sendMail(other, id, never)).toBe("failed");
  expect(sink.offered).toBe(0);
});

test("RF-09: a mail whose content has expired is not sent, and forgotten", async () => {
  const clock = new FixedClock();
  const ctx = await mailContext(sink.url, { clock });
  const sendBefore = new Date(clock.now().getTime() + 600_000);
  const { id } = await queueSignInMail(ctx, { sendBefore });
  clock.advance(600_000);
  expect(await sendMail(ctx, id, never)).toBe("expired");
  expect(sink.offered).toBe(0);
  expect(await mailRow(ctx, id)).toMatchObject({ status: "expired", content: null, sentAt: null });
});

test("RF-09: an attempt that starts in time is given up when the mail expires", async () => {
  sink.hangs = true;
  const clock = new FixedClock();
  // The mailer itself would wait for longer than a test may take.
  const mailer = new SmtpMailer(sink.url, "coppice.example", { ...SHORT_LIMITS, replyMs: 600_000, totalMs: 600_000 });
  const ctx = await makeContext({ clock, mail: { mailer } });
  const { id } = await queueSignInMail(ctx, { sendBefore: new Date(clock.now().getTime() + 300) });
  await expect(sendMail(ctx, id, never)).rejects.toThrow("took too long");
  clock.advance(300);
  expect(await sendMail(ctx, id, never)).toBe("expired");
  expect(sink.received).toEqual([]);
});

test("a queued mail whose job is gone, or held by a worker that is gone, gets a new one", async () => {
  const clock = new FixedClock();
  const ctx = await mailContext(sink.url, { clock });
  const [lost, held, waiting, sent] = await Promise.all(Array.from({ length: 4 }, () => queueSignInMail(ctx)));
  if (!lost || !held || !waiting || !sent) throw new Error("four mails");
  await sendMail(ctx, sent.id, never);
  await ctx.db.$executeRaw`select graphile_worker.remove_job(${`send-mail:${lost.id}`})`;
  await ctx.db.$executeRaw`
    update graphile_worker._private_jobs set locked_at = now() - interval '3 minutes', locked_by = 'gone', attempts = 1
    where key = ${`send-mail:${held.id}`}`;
  const before = await jobsOf(ctx, waiting.id);
  await requeueLostMails(ctx);
  expect(await jobsOf(ctx, lost.id)).toEqual([]);
  clock.advance(121_000);
  await requeueLostMails(ctx);
  expect(await jobsOf(ctx, lost.id)).toEqual([{ attempts: 0, locked_by: null }]);
  expect(await jobsOf(ctx, held.id)).toEqual([{ attempts: 0, locked_by: null }]);
  expect(await jobsOf(ctx, waiting.id)).toEqual(before);
});

test("a mail is not tried for ever, however often its job is lost", async () => {
  sink.refusal = { command: "RCPT", code: 450, text: "later" };
  const ctx = await mailContext(sink.url);
  const { id } = await queueSignInMail(ctx);
  await ctx.db.mailMessage.update({ where: { id }, data: { attempts: 8 } });
  await expect(sendMail(ctx, id, never)).rejects.toThrow();
  expect(await sendMail(ctx, id, never)).toBe("failed");
  expect(await mailRow(ctx, id)).toMatchObject({ status: "failed", attempts: 10, content: null });
});

test("without a mail server a mail is in the inbox, still readable, for seven days", async () => {
  const clock = new FixedClock();
  const ctx = await makeContext({ clock });
  const { id, to } = await queueSignInMail(ctx);
  expect(await sendMail(ctx, id, never)).toBe("sent");
  const content = { link: LINK, code: CODE, expiresInMinutes: 10 };
  expect(await mailsTo(ctx, to)).toEqual([{ id, kind: "sign-in", content }]);
  clock.advance(6 * 86_400_000);
  await sweepMails(ctx);
  expect((await mailRow(ctx, id)).content).not.toBeNull();
  clock.advance(2 * 86_400_000);
  await sweepMails(ctx);
  expect(await mailRow(ctx, id)).toMatchObject({ status: "sent", content: null });
  clock.advance(23 * 86_400_000);
  await sweepMails(ctx);
  expect(await ctx.db.mailMessage.count({ where: { id } })).toBe(0);
});
