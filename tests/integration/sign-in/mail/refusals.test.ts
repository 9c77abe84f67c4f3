import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sendMail } from "@/lib/sign-in/mail/send";
import { CODE, LINK, mailContext, mailRow, queueSignInMail } from "@/tests/support/mail-rows";
import {
  type Refusal,
  refusedUrl,
  type SmtpSink,
  startDrippingServer,
  startSilentServer,
  startSmtpServer,
} from "@/tests/support/smtp-server";

const never = new AbortController().signal;

describe("a server that answers", () => {
  let sink: SmtpSink;

  beforeEach(async () => {
    sink = await startSmtpServer();
  });
  afterEach(() => sink.close());

  test.each<Refusal>([
    { command: "MAIL", code: 421, text: "4.3.2 going down" },
    { command: "RCPT", code: 421, text: "4.7.0 too many connections" },
    { command: "RCPT", code: 450, text: "4.2.1 greylisted, come back" },
    { command: "DATA", code: 451, text: "4.3.0 disk trouble" },
  ])("RF-09: after $code to $command the mail waits, and goes out once the server takes it", async (refusal) => {
    const ctx = await mailContext(sink.url);
    const { id } = await queueSignInMail(ctx);
    sink.refusal = refusal;
    await expect(sendMail(ctx, id, never)).rejects.toThrow(refusal.text);
    const row = await mailRow(ctx, id);
    expect(row).toMatchObject({ status: "queued", attempts: 1, sentAt: null });
    expect(row.failure).toContain(`${refusal.code} ${refusal.text}`);
    expect(row.content).not.toBeNull();
    sink.refusal = null;
    expect(await sendMail(ctx, id, never)).toBe("sent");
    expect(sink.received).toHaveLength(1);
    expect(await mailRow(ctx, id)).toMatchObject({ status: "sent", attempts: 2, failure: null, content: null });
  });

  test.each<Refusal>([{ command: "MAIL", code: 550, text: "5.7.1 sender not allowed" }])(
    "RF-09: $code to $command fails the mail at once, in the server's words",
    async (refusal) => {
      const ctx = await mailContext(sink.url);
      const { id } = await queueSignInMail(ctx);
      sink.refusal = refusal;
      expect(await sendMail(ctx, id, never)).toBe("failed");
      const row = await mailRow(ctx, id);
      expect(row).toMatchObject({ status: "failed", attempts: 1, content: null });
      expect(row.failure).toContain(`${refusal.code} ${refusal.text}`);
      sink.refusal = null;
      expect(await sendMail(ctx, id, never)).toBe("not_queued");
      expect(sink.received).toEqual([]);
    },
  );

  test("a server that quotes the link and the code does not bring them into the row", async () => {
    const ctx = await mailContext(sink.url);
    const { id } = await queueSignInMail(ctx);
    const text = `5.7.1 refused for ${LINK} and HTTPS://other.example/x?y=1 and ${CODE}\u0007`;
    sink.refusal = { command: "DATA", code: 554, text };
    expect(await sendMail(ctx, id, never)).toBe("bounced");
    expect((await mailRow(ctx, id)).failure).toBe("DATA: 554 5.7.1 refused for […] and […] and […]");
  });

  test.each([530, 535])("a refusal that is about the client (%i) is not the mail's end", async (code) => {
    const ctx = await mailContext(sink.url);
    const { id } = await queueSignInMail(ctx);
    sink.refusal = { command: "MAIL", code, text: "5.7.0 sign in first" };
    await expect(sendMail(ctx, id, never)).rejects.toThrow("sign in first");
    expect((await mailRow(ctx, id)).status).toBe("queued");
  });

  test("a connection that a refusal has left is used again", async () => {
    const ctx = await mailContext(sink.url);
    const refused = await queueSignInMail(ctx);
    sink.refusal = { command: "RCPT", code: 550, text: "no" };
    await sendMail(ctx, refused.id, never);
    sink.refusal = null;
    const taken = await queueSignInMail(ctx);
    expect(await sendMail(ctx, taken.id, never)).toBe("sent");
    expect(sink.received.map(({ to }) => to)).toEqual([[taken.to]]);
  });
});

describe("a server that does not answer", () => {
  const attempt = async (url: string) => {
    const ctx = await mailContext(url);
    const { id } = await queueSignInMail(ctx);
    await expect(sendMail(ctx, id, never)).rejects.toThrow(`mail ${id} was not taken`);
    const row = await mailRow(ctx, id);
    expect(row).toMatchObject({ status: "queued", attempts: 1 });
    return row.failure;
  };

  test("RF-09: nobody listens: the mail waits", async () => {
    expect(await attempt(await refusedUrl())).toMatch(/Couldn't reach the mail server: .*ECONNREFUSED/);
  });

  test("RF-09: the host has no address: the mail waits", async () => {
    expect(await attempt("smtp://mail.invalid:2525?tls=optional")).toMatch(/Couldn't reach the mail server/);
  });

  test("RF-09: the server never greets: given up in time", async () => {
    const silent = await startSilentServer();
    expect(await attempt(silent.url)).toMatch(/Couldn't reach the mail server: (Timeout|Greeting never received)/);
    expect(silent.connections).toBe(1);
    await silent.close();
  });

  test("RF-09: the server hangs in the middle: given up in time", async () => {
    const sink = await startSmtpServer();
    sink.hangs = true;
    expect(await attempt(sink.url)).toMatch(/Couldn't reach the mail server: Timeout/);
    expect(sink.offered).toBe(1);
    await sink.close();
  });

  test("RF-09: the server drips and never comes to an end: given up in time", async () => {
    const dripping = await startDrippingServer(100);
    expect(await attempt(dripping.url)).toBe("The mail server took too long to respond.");
    await dripping.close();
  });

  test("a shutdown ends an attempt at once", async () => {
    const silent = await startSilentServer();
    const ctx = await mailContext(silent.url);
    const { id } = await queueSignInMail(ctx);
    await expect(sendMail(ctx, id, AbortSignal.timeout(50))).rejects.toThrow("took too long");
    expect((await mailRow(ctx, id)).status).toBe("queued");
    await silent.close();
  });
});
