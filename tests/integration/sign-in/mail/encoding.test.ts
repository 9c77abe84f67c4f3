import { afterEach, beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import type { OutgoingMail } from "@/lib/core/ports/mailer";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { sendMail } from "@/lib/sign-in/mail/send";
import { mailContext, mailRow, queueMailOf, queueSignInMail } from "@/tests/support/mail-rows";
import { type SmtpSink, startSmtpServer } from "@/tests/support/smtp-server";

let sink: SmtpSink;
let ctx: Context;
const never = new AbortController().signal;

beforeEach(async () => {
  sink = await startSmtpServer();
  ctx = await mailContext(sink.url);
});
afterEach(() => sink.close());

const EXPECTED_FIELDS = [
  ...["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"],
];

/** The parts of a mail before the adapter encodes it. */
const outgoing = (change: Partial<OutgoingMail>): OutgoingMail => ({
  id: "mail_1",
  messageId: "<mail_1@coppice.example>",
  to: "ada@example.com",
  from: { name: "Shop", address: "no-reply@coppice.example" },
  replyTo: null,
  returnAddress: null,
  signer: null,
  subject: "Sign in",
  text: "text",
  html: "<p>text</p>",
  ...change,
});

async function onlyMessage(id: string) {
  expect(await sendMail(ctx, id, never)).toBe("sent");
  expect(sink.received).toHaveLength(1);
  const [message] = sink.received;
  if (!message) throw new Error("no message");
  return message;
}

const fieldsOf = ({ email }: SmtpSink["received"][number]) => email.headers.map(({ key }) => key).sort();

test.each([
  ["sender name", { from: { name: "Shop\r\nBcc: eve@example.com\r\n", address: "no-reply@coppice.example" } }],
  ["sender name with quotes", { from: { name: 'Shop" <eve@example.com>, "', address: "no-reply@coppice.example" } }],
  ["subject", { subject: "Hello\r\nBcc: eve@example.com\r\n\r\n<h1>Body</h1>" }],
  ["subject with a bare line feed", { subject: "Hello\nX-Evil: 1" }],
  ["message id", { messageId: "<a@b>\r\nX-Evil: 1" }],
])("EM-01: a line break or a quote in the %s adds no field, no recipient and no body", async (_place, change) => {
  await ctx.mail.mailer.send(outgoing(change), never);
  const [message, ...others] = sink.received;
  expect(others).toEqual([]);
  expect(message?.to).toEqual(["ada@example.com"]);
  expect(message?.from).toBe("no-reply@coppice.example");
  expect(message && fieldsOf(message)).toEqual(EXPECTED_FIELDS);
  expect(message?.email).toMatchObject({ to: [{ address: "ada@example.com" }], text: "text\n" });
  expect(message?.email.from?.address).toBe("no-reply@coppice.example");
  expect(message?.email.bcc).toBeUndefined();
});

test("EM-01: a line break in Reply-To adds nothing", async () => {
  await ctx.mail.mailer.send(outgoing({ replyTo: "help@example.com\r\nBcc: eve@example.com" }), never);
  const [message] = sink.received;
  expect(message?.to).toEqual(["ada@example.com"]);
  expect(message && fieldsOf(message)).toEqual([...EXPECTED_FIELDS, "reply-to"].sort());
});

test.each([
  "ada@example.com\r\nRCPT TO:<eve@example.com>",
  "ada@example.com>\r\nDATA\r\n",
  "ada@example.com, eve@example.com",
  "ada@example.com SIZE=1",
])("EM-01: %j is no address: nobody gets a mail", async (to) => {
  const id = await queueMail(ctx, { projectId: null, kind: "two-factor-enabled", to, content: {} });
  expect(await sendMail(ctx, id, never)).toBe("failed");
  expect(sink.received).toEqual([]);
  expect((await mailRow(ctx, id)).failure).toBe("The address can't be used.");
});

test("EM-01: the envelope holds one sender and one recipient, and no parameter that a name could add", async () => {
  const { id, to } = await queueSignInMail(ctx, { projectName: "Shop SIZE=1 <eve@example.com>" });
  const message = await onlyMessage(id);
  expect(message).toMatchObject({ from: "no-reply@coppice.example", to: [to], clientName: "coppice.example" });
});

const EVIL = '<img src=x onerror=alert(1)><a href="https://evil.example">Click to claim</a>';

test("EM-02: HTML in the project's name is text in the mail and in its subject", async () => {
  const { id } = await queueSignInMail(ctx, { settings: { brand: { name: '<b onload="x">Shop</b>' } } });
  const { email } = await onlyMessage(id);
  expect(email.subject).toBe('Sign in to <b onload="x">Shop</b>');
  expect(email.html).not.toContain("<b ");
  expect(email.html).toContain("Sign in to &lt;b onload=&quot;x&quot;&gt;Shop&lt;/b&gt;");
  expect(email.text).toContain('Sign in to <b onload="x">Shop</b>');
});

test.each([EVIL, "Click to claim at evil.example", "https://evil.example/claim", "claim@evil.example", "x".repeat(65)])(
  "EM-02: a passkey named %j is not named in the mail, nor linked",
  async (passkeyName) => {
    const { id } = await queueMailOf(ctx, "passkey-added", { passkeyName });
    const { email } = await onlyMessage(id);
    for (const part of [email.subject, email.html, email.text]) {
      expect(part).not.toMatch(/evil|claim|onerror|xxx/);
    }
    expect(email.text).toContain("A new passkey can now be used to sign in to your account.");
    expect(email.html).not.toMatch(/<a |<img/);
  },
);

test("EM-02: a harmless name is shown, encoded, and never in the subject", async () => {
  const { id } = await queueMailOf(ctx, "passkey-added", { passkeyName: `Ada's "blue" & grey key` });
  const { email } = await onlyMessage(id);
  expect(email.text).toContain(`The passkey “Ada's "blue" & grey key” can now be used`);
  expect(email.html).toContain("The passkey “Ada&#x27;s &quot;blue&quot; &amp; grey key” can now be used");
  expect(email.subject).not.toContain("Ada");
});

test("EM-02: an address that a user chose is text, not a link", async () => {
  const newEmail = "click-to-claim@evil.example";
  const content = { newEmail, link: "https://shop.example.com/confirm", expiresInMinutes: 60 };
  const { id } = await queueMailOf(ctx, "change-email-confirmation", content);
  const { email } = await onlyMessage(id);
  expect(email.html).toContain(newEmail);
  const targets = [...(email.html ?? "").matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => target);
  expect(new Set(targets)).toEqual(new Set(["https://shop.example.com/confirm"]));
  expect(email.subject).not.toContain("evil");
});

test("nothing in a mail is loaded from elsewhere, and nothing tells that it was read", async () => {
  const { id } = await queueSignInMail(ctx);
  const { email } = await onlyMessage(id);
  expect(email.html).not.toMatch(/<img|<script|<link|<iframe|@import|url\(|background=/i);
  expect(email.attachments).toEqual([]);
});

test.each([
  ["a name of 1 MB", { from: { name: "x".repeat(1_000_000), address: "no-reply@coppice.example" } }],
  ["10,000 nested comments", { from: { name: "(".repeat(10_000), address: "no-reply@coppice.example" } }],
])("EM-03: %s is encoded without a parser's quadratic walk", async (_name, change) => {
  await ctx.mail.mailer.send(outgoing({}), never);
  const before = process.cpuUsage();
  await ctx.mail.mailer.send(outgoing(change), never);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  expect(sink.received.at(-1)?.to).toEqual(["ada@example.com"]);
});

test("EM-03: an address of nested comments is no address, and that is known at once", async () => {
  const to = `${"(".repeat(50_000)}ada@example.com`;
  const id = await queueMail(ctx, { projectId: null, kind: "two-factor-enabled", to, content: {} });
  const before = process.cpuUsage();
  expect(await sendMail(ctx, id, never)).toBe("failed");
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  expect(sink.offered).toBe(0);
});
