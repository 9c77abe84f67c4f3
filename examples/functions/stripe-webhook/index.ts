import pg from "pg";

/** An older signature could be one that somebody has recorded and sends again. */
const TOLERANCE_SECONDS = 300;

/** Takes the events of Stripe and keeps each once, however often it is sent. */
export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== "POST") return new Response("Send a POST.", { status: 405, headers: { allow: "POST" } });
    const payload = await request.text();
    const header = request.headers.get("stripe-signature") ?? "";
    if (!(await isSigned(payload, header))) return new Response("The signature isn't valid.", { status: 400 });
    const event = JSON.parse(payload) as { id: string; type: string; data: { object: unknown } };
    const isNew = await keep(event);
    if (isNew) console.log(`${event.type} ${event.id}`);
    return Response.json({ received: true });
  },
};

/** Returns whether one of the header's signatures, `t=…,v1=…`, is of these bytes and of now. */
async function isSigned(payload: string, header: string): Promise<boolean> {
  const parts = header.split(",").map((part) => part.trim().split("="));
  const [, timestamp = ""] = parts.find(([name]) => name === "t") ?? [];
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = await signingKey();
  const signed = new TextEncoder().encode(`${timestamp}.${payload}`);
  for (const [name, value = ""] of parts) {
    if (name !== "v1" || !/^[0-9a-f]{64}$/.test(value)) continue;
    const signature = Uint8Array.from({ length: 32 }, (_, index) =>
      parseInt(value.slice(2 * index, 2 * index + 2), 16),
    );
    if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  }
  return false;
}

async function signingKey(): Promise<CryptoKey> {
  const secret = process.env.STRIPE_WEBHOOK_SECRET;
  if (!secret) throw new Error("Set the secret STRIPE_WEBHOOK_SECRET.");
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

async function keep({ id, type, data }: { id: string; type: string; data: { object: unknown } }): Promise<boolean> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    const insert = "INSERT INTO stripe_events (id, type, object) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING";
    const { rowCount } = await client.query(insert, [id, type, JSON.stringify(data.object)]);
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
