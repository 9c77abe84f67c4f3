import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SignedRequest } from "@/lib/services/billing/signature";
import { PRODUCTS, standardRequest, stripeRequest, subscriptionBody, WEBHOOK_SECRET } from "@/tests/support/billing";
import { createOrganisation, makeContext, type TestOrganisation } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { parseAnswer, RawConnection } from "@/tests/support/raw-connection";

const VARIABLES = {
  COPPICE_BILLING: "standard",
  COPPICE_BILLING_SECRET: WEBHOOK_SECRET,
  COPPICE_BILLING_PLANS: JSON.stringify({ [PRODUCTS.pro]: "pro", price_team: "team" }),
};
const PATH = "/v1/billing/webhook";

let server: InProcessServer;
let organisation: TestOrganisation;
const subscription = () => `sub_${randomBytes(8).toString("hex")}`;

beforeEach(async () => {
  organisation = await createOrganisation({ plan: "free" });
});
afterEach(async () => {
  await server.close();
});

async function send({ headers, rawBody }: SignedRequest) {
  const response = await fetch(server.baseUrl + PATH, {
    method: "POST",
    headers: [...headers],
    body: Buffer.from(rawBody),
  });
  const json = await response.json();
  return { status: response.status, json, code: json.error?.code };
}

const bodyOf = (type = "subscription.active") => {
  const metadata = { organisationId: organisation.id };
  return subscriptionBody(type, { id: subscription(), customer: `cus_${subscription()}`, metadata });
};

async function planNow() {
  const { db } = await makeContext();
  return (await db.organisation.findUniqueOrThrow({ where: { id: organisation.id } })).plan;
}

describe("the billing webhook", () => {
  it("answers 503 while billing isn't set up, before it looks at the body", async () => {
    server = await startInProcess();
    expect(await send(standardRequest("x".repeat(300_000)))).toMatchObject({ status: 503, code: "not_configured" });
    const connection = await RawConnection.open(server.baseUrl);
    connection.write(`POST ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 20\r\n\r\n`);
    await expect.poll(() => connection.received).toContain("not_configured");
    connection.close();
  });

  it("answers 200 for an event that was applied or came again, and 202 for one about something else", async () => {
    server = await startInProcess({ variables: VARIABLES });
    const request = standardRequest(bodyOf());
    expect(await send(request)).toMatchObject({ status: 200, json: { applied: true } });
    expect(await send(request)).toMatchObject({ status: 200, json: { duplicate: true } });
    expect(await send(standardRequest(bodyOf("order.paid")))).toMatchObject({ status: 202, json: { ignored: true } });
    expect(await planNow()).toBe("pro");
  });

  it("WH-01: refuses a body that isn't signed or is no event, and stores nothing of it", async () => {
    server = await startInProcess({ variables: VARIABLES });
    const body = bodyOf();
    const { headers } = standardRequest(body);
    const refused = { status: 400, code: "invalid_signature" };
    expect(await send({ headers: new Headers(), rawBody: Buffer.from(body) })).toMatchObject(refused);
    expect(await send({ headers, rawBody: Buffer.from(`${body} `) })).toMatchObject(refused);
    expect(await send(standardRequest(body, { at: new Date(Date.now() - 301_000) }))).toMatchObject(refused);
    expect(await send(standardRequest("{"))).toMatchObject({ status: 400, code: "invalid_json" });
    expect(await send(standardRequest("[]"))).toMatchObject({ status: 400, code: "invalid_request" });
    const without = standardRequest(JSON.stringify({ type: "subscription.active", data: { id: "sub_1" } }));
    expect(await send(without)).toMatchObject({ status: 400, code: "invalid_request" });
    expect(await send(standardRequest("x".repeat(262_145)))).toMatchObject({ status: 413, code: "body_too_large" });
    expect(await planNow()).toBe("free");
    expect(server.logged.join("")).not.toContain(WEBHOOK_SECRET);
  });

  it("BW-01: refuses a header that is sent twice", async () => {
    server = await startInProcess({ variables: VARIABLES });
    const { headers, rawBody } = standardRequest(bodyOf());
    for (const twice of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const lines = [...headers, [twice, headers.get(twice)]].map(([name, value]) => `${name}: ${value}\r\n`).join("");
      const connection = await RawConnection.open(server.baseUrl);
      connection.write(`POST ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}`);
      connection.write(`Content-Length: ${rawBody.byteLength}\r\n\r\n`);
      connection.write(rawBody);
      const { body } = parseAnswer(await connection.untilClosed());
      expect(JSON.parse(body).error.code, twice).toBe("invalid_signature");
    }
    expect(await planNow()).toBe("free");
  });
});

function stripeBody(changes: { status?: string; price?: string; quantity?: number; object?: string } = {}): string {
  return JSON.stringify({
    ...{ id: `evt_${subscription()}`, object: changes.object ?? "event", type: "customer.subscription.updated" },
    created: 1_763_900_000,
    data: {
      object: {
        ...{ id: subscription(), object: "subscription", customer: subscription(), status: changes.status ?? "active" },
        items: {
          data: [
            {
              price: { id: changes.price ?? "price_team", product: "prod_x" },
              ...{ quantity: changes.quantity ?? 1, current_period_end: 1_766_500_000 },
            },
          ],
        },
        cancel_at_period_end: false,
        metadata: { organisationId: organisation.id },
      },
    },
  });
}

describe("the billing webhook of Stripe", () => {
  beforeEach(async () => {
    server = await startInProcess({ variables: { ...VARIABLES, COPPICE_BILLING: "stripe" } });
  });

  it("takes the price of an item for the plan, and the end of its period", async () => {
    expect(await send(stripeRequest(stripeBody()))).toMatchObject({ status: 200, json: { applied: true } });
    expect(await planNow()).toBe("team");
    const { db } = await makeContext();
    const row = await db.billingSubscription.findFirstOrThrow({ where: { organisationId: organisation.id } });
    expect(row.currentPeriodEnd).toEqual(new Date(1_766_500_000_000));
  });

  it("BW-05: ignores a quantity of -1, and refuses thin events", async () => {
    expect(await send(stripeRequest(stripeBody({ quantity: -1 })))).toMatchObject({ status: 202 });
    const thin = stripeRequest(stripeBody({ object: "v2.core.event" }));
    expect(await send(thin)).toMatchObject({ status: 400, code: "invalid_request" });
    expect(await planNow()).toBe("free");
  });

  it("BW-07: refuses Stripe's body signed by Standard Webhooks", async () => {
    expect(await send(standardRequest(stripeBody()))).toMatchObject({ status: 400, code: "invalid_signature" });
  });
});
