import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { liftBounce } from "@/lib/sign-in/mail/bounces/lift";
import { listBouncingAddresses } from "@/lib/sign-in/mail/bounces/list";
import { takeDeliveryReport } from "@/lib/sign-in/mail/bounces/take-report";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { sendMail } from "@/lib/sign-in/mail/send";
import { newestMailsTo } from "@/lib/sign-in/users/newest-mails";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, makeContext, type TestOrganisation } from "@/tests/support/context";
import { LINK, mailContext } from "@/tests/support/mail-rows";
import { insertProject } from "@/tests/support/projects";
import { type Refusal, type SmtpSink, startSmtpServer } from "@/tests/support/smtp-server";

const never = new AbortController().signal;
const TO = "gone@example.com";

let sink: SmtpSink;
let ctx: ServiceContext;
let organisation: TestOrganisation;
let address: { organisationId: string; projectId: string };

beforeEach(async () => {
  sink = await startSmtpServer();
  ctx = await mailContext(sink.url, { mail: { returnAddress: "bounces@mail.coppice.example" } });
  organisation = await createOrganisation();
  const { id: projectId } = await insertProject(organisation);
  address = { organisationId: organisation.id, projectId };
});
afterEach(() => sink.close());

const queueTo = (to: string, projectId = address.projectId) =>
  queueMail(ctx, { projectId, kind: "sign-in", to, content: { link: LINK, code: null, expiresInMinutes: 10 } });
const sendTo = async (to: string, projectId?: string) => sendMail(ctx, await queueTo(to, projectId), never);
const bouncing = async () => (await listBouncingAddresses(ctx, address)).items;
const newest = async () => (await newestMailsTo(ctx, address.projectId, TO))[0];

async function sendAndReturn(): Promise<{ mailId: string; returnTo: string }> {
  const mailId = await queueTo(TO);
  expect(await sendMail(ctx, mailId, never)).toBe("sent");
  return { mailId, returnTo: sink.received.at(-1)?.from ?? "" };
}

interface Report {
  to: string;
  action?: string;
  status?: string;
}

/** As mail servers write it (RFC 3464), with the mail that came back. */
function reportOf({ to, action = "failed", status = "5.1.1" }: Report): string {
  return [
    ...["From: MAILER-DAEMON@mx.example", `To: <${to}>`, "Subject: Undelivered Mail Returned to Sender"],
    ...["MIME-Version: 1.0", 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"', ""],
    ...["--b", "Content-Type: text/plain", "", "I'm sorry to have to inform you.", ""],
    ...["--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.example", ""],
    ...[`Final-Recipient: rfc822; ${TO}`, `Action: ${action}`, `Status: ${status}`],
    ...["Diagnostic-Code: smtp; 550 5.1.1 <gone@example.com>:", "  no such user, see https://mx.example/why", ""],
    ...["--b", "Content-Type: message/rfc822", "", `To: ${TO}`, "Subject: Sign in", "", "…", "--b--", ""],
  ].join("\r\n");
}

const take = (report: Report) => takeDeliveryReport(ctx, { message: Buffer.from(reportOf(report)) });

describe("a mail server that refuses", () => {
  test.each<[Refusal, string | null, boolean]>([
    [{ command: "RCPT", code: 550, text: "5.1.1 no such user here" }, "5.1.1", true],
    [{ command: "DATA", code: 550, text: "5.2.1 mailbox disabled" }, "5.2.1", true],
    [{ command: "DATA", code: 554, text: "5.7.1 looks like spam" }, "5.7.1", false],
    [{ command: "RCPT", code: 552, text: "5.2.2 mailbox full" }, "5.2.2", false],
    [{ command: "RCPT", code: 550, text: "no" }, null, false],
  ])("RF-09: %j is a bounce with the code %s, and ends further mails: %s", async (refusal, code, isHeldBack) => {
    sink.refusal = refusal;
    expect(await sendTo(TO)).toBe("bounced");
    const mail = await newest();
    expect(mail).toMatchObject({ status: "bounced", bounceCode: code });
    expect(mail?.failure).toContain(`${refusal.code} ${refusal.text}`);
    sink.refusal = null;
    expect(await sendTo(TO)).toBe(isHeldBack ? "suppressed" : "sent");
    expect(await bouncing()).toMatchObject(isHeldBack ? [{ address: TO, code }] : []);
  });

  test("only the project whose mail bounced holds back, until an owner lifts it", async () => {
    sink.refusal = { command: "RCPT", code: 550, text: "5.1.1 no such user here" };
    await sendTo(TO);
    sink.refusal = null;
    const { id: other } = await insertProject(organisation);
    expect(await sendTo(TO, other)).toBe("sent");
    expect(await sendTo("here@example.com")).toBe("sent");
    expect(await sendTo(TO)).toBe("suppressed");
    const heldBack = (await newestMailsTo(ctx, address.projectId, TO)).filter(({ status }) => status === "suppressed");
    const failure = "The address bounced before (5.1.1). Emails to it are held back.";
    expect(heldBack).toMatchObject([{ failure }]);
    const developer = await makeContext({ actor: organisation.member.developer });
    await liftBounce(developer, { ...address, address: TO.toUpperCase() });
    expect(await bouncing()).toEqual([]);
    expect(await sendTo(TO)).toBe("sent");
    const where = { targetId: address.projectId, action: "bouncing_address.lift" };
    expect(await ctx.db.auditEvent.findMany({ where })).toMatchObject([{ data: { email: TO } }]);
    await expect(liftBounce(developer, { ...address, address: TO })).rejects.toMatchObject({ code: "not_found" });
  });

  test("viewers see bouncing addresses and lift nothing, and strangers see none", async () => {
    sink.refusal = { command: "RCPT", code: 550, text: "5.1.1 no such user here" };
    await sendTo(TO);
    const viewer = await makeContext({ actor: organisation.member.viewer });
    expect((await listBouncingAddresses(viewer, address)).items).toHaveLength(1);
    const lift = { ...address, address: TO };
    await expect(liftBounce(viewer, lift)).rejects.toMatchObject({ code: "missing_permission" });
    const elsewhere = await createOrganisation();
    const stranger = await makeContext({ actor: elsewhere.member.owner });
    await expect(listBouncingAddresses(stranger, address)).rejects.toMatchObject({ code: "not_found" });
    const reached = { ...lift, organisationId: elsewhere.id };
    await expect(liftBounce(stranger, reached)).rejects.toMatchObject({ code: "project_not_found" });
    expect(await bouncing()).toHaveLength(1);
  });
});

describe("a mail that comes back later", () => {
  test("is known by its return address, and holds the address back", async () => {
    const { mailId, returnTo } = await sendAndReturn();
    expect(returnTo).toMatch(/^bounces\+[0-9a-z]{20}-[0-9a-f]{24}@mail\.coppice\.example$/);
    expect((returnTo.split("@")[0] ?? "").length).toBeLessThanOrEqual(64);
    expect(await take({ to: returnTo })).toEqual({ outcome: "bounced", mailId, code: "5.1.1" });
    expect(await newest()).toMatchObject({
      ...{ status: "bounced", bounceCode: "5.1.1" },
      failure: "550 5.1.1 <gone@example.com>: no such user, see […]",
    });
    expect(await sendTo(TO)).toBe("suppressed");
    expect(await take({ to: returnTo })).toEqual({ outcome: "ignored", why: "not waiting" });
  });

  test("a delay and a full mailbox hold nothing back", async () => {
    const { returnTo } = await sendAndReturn();
    expect(await take({ to: returnTo, action: "delayed", status: "4.4.1" })).toMatchObject({ why: "not failed" });
    expect(await newest()).toMatchObject({ status: "sent" });
    expect(await take({ to: returnTo, status: "5.2.2" })).toMatchObject({ outcome: "bounced" });
    expect(await bouncing()).toEqual([]);
  });

  test("no one makes a bounce up", async () => {
    const { returnTo } = await sendAndReturn();
    const forged = [
      returnTo.replace(/-[0-9a-f]/, (text) => (text === "-0" ? "-1" : "-0")),
      returnTo.replace(/\+[0-9a-z]/, (text) => (text === "+a" ? "+b" : "+a")),
      "bounces@mail.coppice.example",
    ];
    for (const to of forged) expect(await take({ to })).toEqual({ outcome: "ignored", why: "unknown address" });
    const plain = Buffer.from(`To: ${returnTo}\r\nSubject: Re: Sign in\r\n\r\nI'm on holiday.\r\n`);
    expect(await takeDeliveryReport(ctx, { message: plain })).toEqual({ outcome: "ignored", why: "no report" });
    expect(await newest()).toMatchObject({ status: "sent" });
  });

  test("the command line reads a report, ignores anything else with 0, lists and lifts", async () => {
    const { mailId, returnTo } = await sendAndReturn();
    const pipe = (stdin: string, ...args: string[]) => runCommand({ ctx, stdin }, "mail", "bounce", ...args);
    expect(await pipe("hello")).toMatchObject({ exitCode: 0, stdout: "Ignored: no report.\n" });
    const elsewhere = reportOf({ to: "bounces@mail.coppice.example" });
    const taken = await pipe(elsewhere, "--recipient", returnTo.toUpperCase());
    expect(taken).toMatchObject({ exitCode: 0, stdout: `Recorded ${mailId} (5.1.1).\n` });
    const run = (...args: string[]) => runCommand({ ctx }, "mail", ...args);
    expect((await run("bouncing", address.projectId)).stdout).toMatch(/^gone@example\.com +5\.1\.1 /m);
    expect((await run("lift", address.projectId, TO)).stdout).toBe(`Emails to ${TO} are sent again.\n`);
    expect(await bouncing()).toEqual([]);
  });
});
