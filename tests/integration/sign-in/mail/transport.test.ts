import { expect, onTestFinished, test } from "vitest";
import type { OutgoingMail } from "@/lib/core/ports/mailer";
import { SmtpMailer } from "@/lib/infra/mail/smtp-mailer";
import { SHORT_LIMITS } from "@/tests/support/mail-rows";
import { startSmtpServer } from "@/tests/support/smtp-server";

const never = new AbortController().signal;
const PASSWORD = "p@ss:w/rd";

const MAIL: OutgoingMail = {
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
};

async function start(options: Parameters<typeof startSmtpServer>[0] = {}) {
  const sink = await startSmtpServer(options);
  onTestFinished(() => sink.close());
  const send = async (query: string, userinfo = "") => {
    const url = `smtp://${userinfo}127.0.0.1:${sink.port}${query}`;
    const mailer = new SmtpMailer(url, "coppice.example", SHORT_LIMITS);
    onTestFinished(() => mailer.close());
    await mailer.send(MAIL, never);
  };
  return { sink, send };
}

test("on this machine TLS is taken where it is offered, and not asked for", async () => {
  const offering = await start();
  await offering.send("");
  expect(offering.sink.received[0]?.isEncrypted).toBe(true);
  const plain = await start({ hideSTARTTLS: true });
  await plain.send("");
  expect(plain.sink.received[0]?.isEncrypted).toBe(false);
});

test("if TLS is required, a server without it gets nothing, not even the sender", async () => {
  const { sink, send } = await start({ disabledCommands: ["STARTTLS"] });
  await expect(send("?tls=required")).rejects.toMatchObject({ name: "MailerError", isPermanent: false });
  expect(sink.offered).toBe(0);
});

test("if TLS is required, a certificate of no authority is not trusted", async () => {
  const { sink, send } = await start();
  await expect(send("?tls=required")).rejects.toThrow(/Couldn't reach the mail server/);
  expect(sink.offered).toBe(0);
  await send("?tls=unverified");
  expect(sink.received[0]?.isEncrypted).toBe(true);
});

test("the name and password of the URL sign in, and a refusal of them does not repeat them", async () => {
  const seen: unknown[] = [];
  const { sink, send } = await start({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => {
      seen.push([username, password]);
      if (username === "coppice@relay") return done(null, { user: username });
      done(Object.assign(new Error(`no ${username} with ${password}`), { responseCode: 535 }));
    },
  });
  const secret = encodeURIComponent(PASSWORD);
  await send("", `coppice%40relay:${secret}@`);
  expect(seen).toEqual([["coppice@relay", PASSWORD]]);
  expect(sink.received).toHaveLength(1);
  const refused = send("", `other:${secret}@`);
  await expect(refused).rejects.toMatchObject({ isPermanent: false, message: expect.stringContaining("(535)") });
  await expect(refused).rejects.not.toThrow(PASSWORD);
});

test("mails share connections", async () => {
  const connections = new Set<string>();
  const { sink } = await start({
    onConnect: ({ id }, done) => {
      connections.add(id);
      done();
    },
  });
  const mailer = new SmtpMailer(sink.url, "coppice.example", { ...SHORT_LIMITS, connections: 2 });
  onTestFinished(() => mailer.close());
  await Promise.all(Array.from({ length: 12 }, () => mailer.send(MAIL, never)));
  expect(sink.received).toHaveLength(12);
  expect(connections.size).toBe(2);
});
