import { beforeAll, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { queueNothing } from "@/lib/sign-in/mail/queue";
import { sendMail } from "@/lib/sign-in/mail/send";
import { watchMails } from "@/lib/sign-in/mail/watch";
import { runCommand } from "@/tests/support/command-line";
import { makeContext } from "@/tests/support/context";
import { CODE, LINK, mailContext, queueMailOf, queueSignInMail } from "@/tests/support/mail-rows";
import { refusedUrl, startSmtpServer } from "@/tests/support/smtp-server";

const never = new AbortController().signal;
let ctx: ServiceContext;

beforeAll(async () => {
  ctx = await makeContext();
});

const inbox = (...args: string[]) => runCommand({ ctx }, "inbox", ...args);

test("a mail is listed without its content, and shown with its link and code", async () => {
  const { id, to } = await queueSignInMail(ctx, { projectName: "Inbox shop" });
  expect(await sendMail(ctx, id, never)).toBe("sent");
  const listed = await inbox("list", "--to", to.toUpperCase());
  expect(listed).toMatchObject({ exitCode: 0, stderr: "" });
  expect(listed.stdout).toMatch(
    new RegExp(`^${id}  2026-03-01 09:30  sent +Inbox shop  ${to}  Sign in to Inbox shop$`, "m"),
  );
  expect(listed.stdout).not.toMatch(new RegExp(`${CODE}|token`));
  const { items } = (await inbox("list", "--to", to, "--json")).json<{ items: unknown[] }>();
  expect(items).toEqual([expect.objectContaining({ id, kind: "sign-in", status: "sent", attempts: 1, failure: null })]);
  for (const shown of [await inbox("show", id), await inbox("show", "--to", to)]) {
    expect(shown.stdout).toContain(LINK);
    expect(shown.stdout).toContain(CODE);
  }
  expect((await inbox("show", id, "--json")).json()).toMatchObject({
    id,
    to,
    kind: "sign-in",
    subject: "Sign in to Inbox shop",
    content: { link: LINK, code: CODE, expiresInMinutes: 10 },
    links: [LINK],
    code: CODE,
    html: expect.stringContaining(CODE),
  });
  const { stdout } = await inbox("show", id, "--html");
  expect(stdout).toMatch(/^<!DOCTYPE html[\s\S]*<\/html>/);
  expect(stdout).toContain(CODE);
});

test("a mail to nobody is not listed", async () => {
  const to = `nobody-${process.pid}@example.com`;
  const content = { link: LINK, code: CODE, expiresInMinutes: 10 };
  await queueNothing(ctx, { projectId: null, kind: "sign-in", to, content });
  expect((await inbox("list", "--to", to, "--json")).json()).toEqual({ items: [] });
  expect(await inbox("show", "--to", to)).toMatchObject({ exitCode: 1, stderr: "error: No mail found.\n" });
});

test("RF-09: a mail that a server refused is listed with the server's words, and can no longer be shown", async () => {
  const sink = await startSmtpServer();
  const sending = await mailContext(sink.url);
  sink.refusal = { command: "RCPT", code: 550, text: "5.1.1 no such user here" };
  const { id, to } = await queueSignInMail(sending);
  expect(await sendMail(sending, id, never)).toBe("bounced");
  await sink.close();
  expect((await inbox("list", "--to", to)).stdout).toMatch(/ bounced .*RCPT TO: 550 5\.1\.1 no such user here$/m);
  expect(await inbox("show", id)).toMatchObject({
    exitCode: 1,
    stderr: `error: Mail ${id} is bounced, and its content is no longer kept.\n`,
  });
  const unsent = await mailContext(await refusedUrl());
  const waiting = await queueSignInMail(unsent);
  await expect(sendMail(unsent, waiting.id, never)).rejects.toThrow();
  expect((await inbox("list", "--to", waiting.to)).stdout).toMatch(/ queued .*ECONNREFUSED/m);
});

test("an unknown mail is said to be unknown", async () => {
  const stderr = "error: No mail has the ID mail_00000000000000000000.\n";
  expect(await inbox("show", "mail_00000000000000000000")).toMatchObject({ exitCode: 1, stderr });
});

test("a name with control characters does not steer the operator's terminal", async () => {
  const { id } = await queueMailOf(ctx, "account-linked", { provider: "\u001b[2Jevil" });
  const { stdout } = await inbox("show", id);
  expect(stdout).toContain("\uFFFD[2Jevil");
  expect(stdout).not.toContain("\u001b");
});

test("only the operator reads the inbox", async () => {
  const other = await makeContext({ actor: { kind: "anonymous", id: "anonymous" } });
  expect(await runCommand({ ctx: other }, "inbox", "list")).toMatchObject({ exitCode: 1, stdout: "" });
});

test("a watch tells of every mail that comes after it began, once", async () => {
  const before = await queueSignInMail(ctx);
  const { to } = await queueSignInMail(ctx);
  const watch = watchMails(ctx, { to });
  const first = watch.next();
  let isTold = false;
  void first.then(() => {
    isTold = true;
  });
  const ids: string[] = [];
  while (!isTold) ids.push((await queueSignInMail(ctx, { to })).id);
  const last = (await queueSignInMail(ctx, { to })).id;
  const seen = [(await first).value.id];
  while (!seen.includes(last)) seen.push((await watch.next()).value.id);
  await watch.return(undefined);
  expect(new Set(seen).size).toBe(seen.length);
  expect([...ids, last]).toEqual(expect.arrayContaining(seen));
  expect(seen).not.toContain(before.id);
});
