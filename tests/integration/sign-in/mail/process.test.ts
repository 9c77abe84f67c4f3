import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import { readEnvironment } from "@/lib/core/env";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { requeueLostMails } from "@/lib/sign-in/mail/requeue-lost";
import { bundledPrograms, workerControlUrl } from "@/tests/support/clusters";
import { OPERATOR } from "@/tests/support/context";
import { type RunningProcess, startProcess } from "@/tests/support/lanes-setup";
import { CODE, LINK, mailRow, queueSignInMail } from "@/tests/support/mail-rows";
import { mailsTo } from "@/tests/support/mailbox";
import { type SmtpSink, startSmtpServer } from "@/tests/support/smtp-server";

// Inside the repository, so that the packages are found.
const variables = {
  COPPICE_SECRET_KEYS: `t1:${Buffer.alloc(32, 9).toString("base64")}`,
  COPPICE_URL: "http://coppice.example",
  COPPICE_ROLES: "worker",
};

let built: string;
let databaseUrl: string;
let folder: string;
let runtime: Runtime;
let ctx: Context;
let sink: SmtpSink;
const running: RunningProcess[] = [];

beforeAll(async () => {
  [built, databaseUrl, folder, sink] = await Promise.all([
    bundledPrograms(),
    workerControlUrl(),
    mkdtemp(join(process.cwd(), ".setup", "mail-logs-")),
    startSmtpServer(),
  ]);
  runtime = createRuntime(readEnvironment({ ...variables, DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" }));
  ctx = runtime.context({ actor: OPERATOR, requestId: "req_test" });
  // Jobs that other tests have left in this worker's database are sealed with other keys.
  await ctx.db.$executeRaw`delete from graphile_worker._private_jobs`;
  await ctx.db.mailMessage.deleteMany({ where: { status: "queued" } });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((started) => started.stop()));
});
afterAll(async () => {
  await Promise.all([runtime.close(), sink.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** The built service in a process of its own, as a worker only. */
function startWorkerProcess(name: string, extra: Record<string, string>): RunningProcess {
  const all = { ...variables, DATABASE_URL: databaseUrl, ...extra };
  const started = startProcess(join(folder, `${name}.log`), [join(built, "server.js")], all);
  running.push(started);
  return started;
}

const statusOf = async (id: string) => (await mailRow(ctx, id)).status;

test("the built worker sends a mail, templates and all, and its log tells nothing of its content", async () => {
  const { logFile } = startWorkerProcess("sending", { SMTP_URL: sink.url, LOG_LEVEL: "trace" });
  const { id, to } = await queueSignInMail(ctx);
  await expect.poll(() => statusOf(id)).toBe("sent");
  const [message] = sink.received.splice(0);
  expect(message).toMatchObject({ to: [to], from: "no-reply@coppice.example", clientName: "coppice.example" });
  expect(message?.email.messageId).toBe(`<${id}@coppice.example>`);
  expect(message?.email.html).toContain(LINK);
  expect(message?.email.text).toContain(CODE);
  expect(await readFile(logFile, "utf8")).not.toMatch(new RegExp(`${CODE}|token=`));
});

test("RF-09: a power cut after the server took a mail loses nothing: its copy has the same Message-ID", async () => {
  const crashing = startWorkerProcess("crashing", { SMTP_URL: sink.url, COPPICE_CRASH_AT: "mail.taken" });
  const { id } = await queueSignInMail(ctx);
  await expect.poll(() => crashing.child.signalCode).toBe("SIGKILL");
  expect(sink.received).toHaveLength(1);
  expect(await mailRow(ctx, id)).toMatchObject({ status: "queued", attempts: 1 });
  // Three minutes later.
  await ctx.db.$executeRaw`
    update graphile_worker._private_jobs set locked_at = locked_at - interval '3 minutes' where locked_at is not null`;
  await ctx.db.$executeRaw`
    update mail_message set claimed_at = claimed_at - interval '3 minutes', created_at = created_at - interval '3 minutes'
    where id = ${id}`;
  expect(await requeueLostMails(ctx)).toBe(1);
  startWorkerProcess("after", { SMTP_URL: sink.url });
  await expect.poll(() => statusOf(id)).toBe("sent");
  const ids = sink.received.splice(0).map(({ email }) => email.messageId);
  expect(ids).toEqual([`<${id}@coppice.example>`, `<${id}@coppice.example>`]);
});

test("without a mail server the mail stays readable, and the log says how to read it, not its content", async () => {
  const { logFile } = startWorkerProcess("inbox", {});
  const { id, to } = await queueSignInMail(ctx);
  await expect.poll(() => statusOf(id)).toBe("sent");
  expect(await mailsTo(ctx, to)).toEqual([expect.objectContaining({ id, kind: "sign-in" })]);
  const log = await readFile(logFile, "utf8");
  expect(log).toContain(`npm run coppice -- inbox show ${id}`);
  expect(log).not.toMatch(new RegExp(`${CODE}|token=|${to}`));
});
