import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WEBHOOK_EVENT_TYPES } from "@/lib/sign-in/webhooks/event-types";
import { createWebhookSecret, signWebhook } from "@/lib/sign-in/webhooks/signature";

type Verify = (secret: string, headers: Record<string, string>, body: string) => unknown;

const random = { bytes: (length: number) => randomBytes(length) };
const page = readFileSync("docs/webhooks.md", "utf8");

async function verifyOfPage(): Promise<Verify> {
  const [, code = ""] = /```js\n([\s\S]+?)```/.exec(page) ?? [];
  const module: unknown = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  return (module as { verifyWebhook: Verify }).verifyWebhook;
}

test("WH-01: the page's code takes a body that is signed with the secret, now and unchanged, and nothing else", async () => {
  const verify = await verifyOfPage();
  const [secret, next] = [createWebhookSecret(random), createWebhookSecret(random)];
  const body = '{"type": "webhook.test", "data": {}}';
  const now = Math.floor(Date.now() / 1_000);
  const signed = (secrets: string[], timestamp = now) => signWebhook(secrets, { id: "msg_1", timestamp, body });
  const valid = signed([secret]);
  expect(verify(secret, valid, body)).toEqual(JSON.parse(body));
  for (const either of [secret, next]) expect(verify(either, signed([next, secret]), body)).toBeTruthy();
  const refused: [Record<string, string>, string?][] = [
    [{ ...valid, "webhook-signature": "" }],
    [{ "webhook-id": "msg_1", "webhook-timestamp": String(now) }],
    [signed([next])],
    [valid, JSON.stringify(JSON.parse(body))],
    [{ ...valid, "webhook-id": "msg_2" }],
    [{ ...valid, "webhook-timestamp": String(now + 1) }],
    [{ ...valid, "webhook-signature": valid["webhook-signature"].replace("v1,", "v2,") }],
    [signed([secret], now - 310)],
    [signed([secret], now + 310)],
    [signed([secret], Number.NaN)],
  ];
  for (const [headers, text = body] of refused) {
    expect(() => verify(secret, headers, text)).toThrow("The webhook's signature isn't valid.");
  }
});

test("the page names every type of event", () => {
  expect(WEBHOOK_EVENT_TYPES.filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
});
