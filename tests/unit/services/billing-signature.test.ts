import { createHmac } from "node:crypto";
import { webhooks as polar } from "@polar-sh/sdk/2026-10";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, it, test } from "vitest";
import { requireSignature, type SignedRequest } from "@/lib/services/billing/signature";
import { billingSettings, standardRequest, stripeRequest, WEBHOOK_SECRET } from "@/tests/support/billing";

const NOW = new Date("2026-11-23T12:00:00Z");
const BODY = '{"type":"subscription.active", "data":{"name":"Grün"}}';
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 6).toString("base64")}`;
const REFUSED = expect.objectContaining({ code: "invalid_signature" });

const seconds = (offset: number) => new Date(NOW.getTime() + offset * 1_000);
const standard = (request: SignedRequest, secrets?: string[]) =>
  requireSignature(billingSettings("standard", secrets), request, NOW);
const stripe = (request: SignedRequest, secrets?: string[]) =>
  requireSignature(billingSettings("stripe", secrets), request, NOW);

function changed(request: SignedRequest, headers: Record<string, string | null>): SignedRequest {
  const all = new Headers([...request.headers]);
  for (const [name, value] of Object.entries(headers)) value === null ? all.delete(name) : all.set(name, value);
  return { ...request, headers: all };
}

const good = standardRequest(BODY, { id: "msg_1", at: NOW });
const signature = good.headers.get("webhook-signature") ?? "";
const goodStripe = stripeRequest(BODY, { at: NOW });
const stripeHeader = goodStripe.headers.get("stripe-signature") ?? "";

describe("WH-01: a webhook by Standard Webhooks", () => {
  it("is taken as the reference library signs it, at most five minutes early or late", () => {
    for (const offset of [-300, -1, 0, 300]) standard(standardRequest(BODY, { at: seconds(offset) }));
    for (const offset of [-301, 301, 1e9]) {
      expect(() => standard(standardRequest(BODY, { at: seconds(offset) })), String(offset)).toThrow(REFUSED);
    }
  });

  it("is taken by each secret while one is replaced, and with several signatures", () => {
    standard(good, [OTHER_SECRET, WEBHOOK_SECRET]);
    const both = `${new Webhook(OTHER_SECRET).sign("msg_1", NOW, BODY)} ${signature} v1a,AAAA`;
    standard(changed(good, { "webhook-signature": both }));
    expect(() => standard(good, [OTHER_SECRET])).toThrow(REFUSED);
  });

  it("is refused with another body, also one that means the same", () => {
    const bodies = [JSON.stringify(JSON.parse(BODY)), `${BODY}\n`, `\uFEFF${BODY}`, BODY.replace("ü", "u"), ""];
    for (const body of bodies) expect(() => standard({ ...good, rawBody: Buffer.from(body) })).toThrow(REFUSED);
  });

  it("is refused where bytes that are no UTF-8 read like those that were signed", () => {
    const body = Buffer.from("{}\u{fffd}");
    const request = standardRequest(body.toString(), { at: NOW });
    standard(request);
    expect(() => standard({ ...request, rawBody: Buffer.from([0x7b, 0x7d, 0xff]) })).toThrow(REFUSED);
  });
});

test.each<[string, Record<string, string | null>]>([
  ["no signature", { "webhook-signature": null }],
  ["no id", { "webhook-id": null }],
  ["no time", { "webhook-timestamp": null }],
  ["an empty signature", { "webhook-signature": "v1," }],
  ["a signature of another version", { "webhook-signature": signature.replace("v1,", "v1a,") }],
  ["a signature without a version", { "webhook-signature": signature.slice(3) }],
  ["100 signatures", { "webhook-signature": Array(100).fill(signature).join(" ") }],
  ["the header of signatures twice", { "webhook-signature": `${signature}, ${signature}` }],
  ["the header of the id twice", { "webhook-id": "msg_1, msg_1" }],
  ["the header of the time twice", { "webhook-timestamp": `${NOW.getTime() / 1_000}, ${NOW.getTime() / 1_000}` }],
  ["a time with more behind it", { "webhook-timestamp": `${NOW.getTime() / 1_000}x` }],
  ["a time that is no number", { "webhook-timestamp": "now" }],
  ["an id with a dot", { "webhook-id": "msg.1" }],
  ["another id", { "webhook-id": "msg_2" }],
  ["a signature with more behind it", { "webhook-signature": `${signature}A` }],
])("BW-01: %s is refused", (_, headers) => {
  expect(() => standard(changed(good, headers))).toThrow(REFUSED);
});

test("BW-01: an id with a dot can't move signed text from the id into the body", () => {
  const id = "msg_1.1763899200";
  const request = standardRequest(BODY, { id, at: NOW });
  expect(() => standard(request)).toThrow(REFUSED);
});

describe("WH-01: a webhook of Stripe", () => {
  it("is taken as the library signs it, with its own key, time and form", () => {
    stripe(goodStripe);
    stripe(goodStripe, [OTHER_SECRET, WEBHOOK_SECRET]);
    stripe(changed(goodStripe, { "stripe-signature": `${stripeHeader},v1=${"0".repeat(64)},v0=${"1".repeat(64)}` }));
    const event = Stripe.webhooks.constructEvent(
      BODY,
      stripeHeader,
      WEBHOOK_SECRET,
      undefined,
      undefined,
      NOW.getTime(),
    );
    expect(event.type).toBe("subscription.active");
  });

  it.each([
    ["no signature", ""],
    ["the header twice", `${stripeHeader}, ${stripeHeader}`],
    ["two times", `t=1,${stripeHeader}`],
    ["no time", stripeHeader.replace(/^t=\d+,/, "")],
    ["an old scheme alone", stripeHeader.replace("v1=", "v0=")],
    ["an empty signature", stripeHeader.replace(/v1=.*/, "v1=")],
    ["another time", stripeHeader.replace(/t=\d+/, `t=${NOW.getTime() / 1_000 - 1}`)],
  ])("BW-01: %s is refused", (_, header) => {
    expect(() => stripe(changed(goodStripe, { "stripe-signature": header }))).toThrow(REFUSED);
  });

  it("is refused early and late", () => {
    for (const offset of [-301, 301])
      expect(() => stripe(stripeRequest(BODY, { at: seconds(offset) }))).toThrow(REFUSED);
  });
});

describe("BW-07: one scheme's signature", () => {
  it("is refused by another, in any headers", () => {
    expect(() => stripe(good)).toThrow(REFUSED);
    expect(() => standard(goodStripe)).toThrow(REFUSED);
    const decoded = Buffer.from(WEBHOOK_SECRET.slice(6), "base64");
    const timestamp = NOW.getTime() / 1_000;
    const hex = createHmac("sha256", decoded).update(`${timestamp}.${BODY}`).digest("hex");
    expect(() => stripe(changed(good, { "stripe-signature": `t=${timestamp},v1=${hex}` }))).toThrow(REFUSED);
    const withText = new Webhook(WEBHOOK_SECRET, { format: "raw" });
    expect(() => standard(standardRequest(BODY, { at: NOW, sign: withText }))).toThrow(REFUSED);
  });
});

describe("Polar's two keys", () => {
  const takes = (request: SignedRequest, secret: string) =>
    requireSignature(billingSettings("polar", [secret]), request, NOW);
  const oldForm = "polar_whs_4k9x2m7q1w8e5r3t6y0u";

  it.each([
    ["the text of an old secret", oldForm, new Webhook(oldForm, { format: "raw" })],
    ["the text of a new secret", WEBHOOK_SECRET, new Webhook(WEBHOOK_SECRET, { format: "raw" })],
    ["the bytes of a new secret", WEBHOOK_SECRET, new Webhook(WEBHOOK_SECRET)],
  ])("%s signs, as Polar's own library has it", async (_, secret, sign) => {
    const request = standardRequest(BODY, { id: "msg_1", at: NOW, sign });
    takes(request, secret);
    const current = standardRequest(BODY, { id: "msg_1", sign });
    await expect(polarTakes(current, secret)).resolves.toBe(true);
    await expect(polarTakes(current, OTHER_SECRET)).resolves.toBe(false);
    expect(() => takes(request, OTHER_SECRET)).toThrow(REFUSED);
  });
});

/** Whether Polar's library finds the signature right; the body needn't be one of its events. */
function polarTakes({ headers, rawBody }: SignedRequest, secret: string): Promise<boolean> {
  const validated = polar.validateEvent(Buffer.from(rawBody).toString(), Object.fromEntries(headers), secret);
  return validated.then(
    () => true,
    (error: unknown) => !(error instanceof polar.PolarWebhookVerificationError),
  );
}
