import { afterEach, beforeEach, expect, it } from "vitest";
import { changeOperatorSettings } from "@/lib/people/operator-settings/change";
import { sendTestMail } from "@/lib/people/operator-settings/send-test-mail";
import type { Runtime } from "@/lib/runtime";
import { createOrganisation, dashboardProjectId, OPERATOR } from "@/tests/support/context";
import { startInProcess } from "@/tests/support/in-process-server";
import { startSmtpServer } from "@/tests/support/smtp-server";

const closings: (() => Promise<unknown> | unknown)[] = [];
let runtime: Runtime;

async function start(variables: Record<string, string> = {}) {
  const server = await startInProcess({ variables });
  closings.unshift(server.close);
  return server.runtime;
}

beforeEach(async () => {
  runtime = await start();
  await dashboardProjectId(runtime.db);
});
afterEach(async () => {
  await runtime.db.operatorSetting.deleteMany();
  for (const close of closings.splice(0)) await close();
});

/** Begins as a request does. */
async function begin(of = runtime, actor: Parameters<Runtime["context"]>[0]["actor"] = OPERATOR) {
  await of.settings.renew();
  return of.context({ actor, requestId: "req_test" });
}

async function smtp() {
  const server = await startSmtpServer();
  closings.unshift(server.close);
  return server;
}

it("has a change in force in other processes within seconds, without a restart", async () => {
  const other = await start();
  expect(await begin(other)).toMatchObject({ auditDays: 730, deletedDatabaseDays: 7, securityContact: null });
  await changeOperatorSettings(await begin(), {
    values: { COPPICE_AUDIT_DAYS: "365", COPPICE_SECURITY_CONTACT: "mailto:a@mail.example" },
  });
  expect(await begin()).toMatchObject({ auditDays: 365 });
  const changed = { auditDays: 365, deletedDatabaseDays: 7, securityContact: "mailto:a@mail.example" };
  await expect.poll(() => begin(other)).toMatchObject(changed);
});

it("sends by the mail server that is stored, from its sender, and by the next one after a change", async () => {
  const [first, second] = [await smtp(), await smtp()];
  const refused = sendTestMail(await begin(), { to: "ada@mail.example" });
  await expect(refused).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("inbox") });
  const values = { SMTP_URL: `${first.url}?tls=none`, COPPICE_MAIL_FROM: "post@sender.example" };
  await changeOperatorSettings(await begin(), { values });
  const sent = await sendTestMail(await begin(), { to: "ada@mail.example" });
  expect(sent).toEqual({ to: "ada@mail.example", from: "post@sender.example" });
  expect(first.received).toMatchObject([{ from: "post@sender.example", to: ["ada@mail.example"] }]);
  await changeOperatorSettings(await begin(), { values: { SMTP_URL: `${second.url}?tls=none` } });
  await sendTestMail(await begin(), { to: "ada@mail.example" });
  expect([first.received.length, second.received.length]).toEqual([1, 1]);
  const where = { requestId: "req_test", action: "setting.test_mail" };
  expect(await runtime.db.auditEvent.count({ where })).toBe(2);
});

it("tells a refusal in the server's own words", async () => {
  const server = await smtp();
  server.refusal = { command: "RCPT", code: 550, text: "no such mailbox" };
  await changeOperatorSettings(await begin(), { values: { SMTP_URL: `${server.url}?tls=none` } });
  const refused = sendTestMail(await begin(), { to: "ada@mail.example" });
  await expect(refused).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("no such mailbox"),
  });
});

it("test emails are the operator's alone", async () => {
  const { member } = await createOrganisation();
  const refused = sendTestMail(await begin(runtime, member.owner), { to: "ada@mail.example" });
  await expect(refused).rejects.toMatchObject({ code: "missing_permission" });
});

it("in production, emails wait while no mail server is set up", async () => {
  const production = await start({
    ...{ COPPICE_ENV: "production", COPPICE_URL: "https://coppice.example", REDIS_URL: "redis://127.0.0.1:1" },
    ...{ COPPICE_CONTENT_URL: "https://content.example", CLIENT_ADDRESS_HEADER: "X-Client-Address" },
  });
  const ctx = await begin(production);
  expect(ctx.mail.mailer.keepsMail).toBe(false);
  await expect(ctx.mail.mailer.check()).rejects.toMatchObject({ isPermanent: false });
  const server = await smtp();
  await changeOperatorSettings(ctx, { values: { SMTP_URL: `${server.url}?tls=none` } });
  await (await begin(production)).mail.mailer.check();
});

it("AT-L3: a process whose role sends no emails doesn't open the mail server's password", async () => {
  await changeOperatorSettings(await begin(), {
    values: { SMTP_URL: "smtp://mail.example", COPPICE_AUDIT_DAYS: "365" },
  });
  const sql = await start({ COPPICE_ROLES: "sql" });
  expect(await begin(sql)).toMatchObject({ auditDays: 365 });
  expect(sql.settings.current.smtpUrl).toBeNull();
});

it("goes on with the last values while the control plane doesn't answer", async () => {
  await changeOperatorSettings(await begin(), { values: { COPPICE_AUDIT_DAYS: "365" } });
  await begin();
  await runtime.db.$executeRaw`ALTER TABLE operator_setting RENAME TO away`;
  runtime.settings.expire();
  const meanwhile = await begin();
  await runtime.db.$executeRaw`ALTER TABLE away RENAME TO operator_setting`;
  expect(meanwhile).toMatchObject({ auditDays: 365 });
});
