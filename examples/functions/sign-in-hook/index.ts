import pg from "pg";

const TOLERANCE_SECONDS = 300;

interface HookEvent {
  type: string;
  timestamp: string;
  data: { id: string; userId?: string; name?: string; createdAt?: string };
}

/** Keeps a profile for each user of the app, and when they signed in last, by the project's webhook. */
export default {
  async fetch(request: Request): Promise<Response> {
    const payload = await request.text();
    if (!(await isSigned(payload, request.headers))) {
      return Response.json({ error: "The signature isn't valid." }, { status: 401 });
    }
    await apply(JSON.parse(payload));
    return new Response(null, { status: 204 });
  },
};

/** Standard Webhooks: any of the signatures, `v1,…`, has to be of the id, the time and the body. */
async function isSigned(payload: string, headers: Headers): Promise<boolean> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => headers.get(`webhook-${name}`));
  if (!id || !timestamp || !signatures) return false;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const key = await signingKey();
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${payload}`);
  for (const entry of signatures.split(" ")) {
    const [version, value = ""] = entry.split(",");
    if (version !== "v1" || !/^[A-Za-z0-9+/]{43}=$/.test(value)) continue;
    if (await crypto.subtle.verify("HMAC", key, fromBase64(value), signed)) return true;
  }
  return false;
}

async function signingKey(): Promise<CryptoKey> {
  const secret = process.env.HOOK_SECRET;
  if (!secret) throw new Error("Set the secret HOOK_SECRET to the webhook's own, whsec_….");
  const bytes = fromBase64(secret.replace("whsec_", ""));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Events can come twice and in another order, so each statement may run again, and a later one stays. */
async function apply({ type, timestamp, data }: HookEvent): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    if (type === "user.created" || type === "user.updated") {
      await client.query(
        `INSERT INTO profiles (user_id, name, named_at) VALUES ($1, $2, $3) ON CONFLICT (user_id) DO UPDATE
         SET name = excluded.name, named_at = excluded.named_at
         WHERE profiles.named_at IS NULL OR profiles.named_at < excluded.named_at`,
        [data.id, data.name ?? "", timestamp],
      );
    } else if (type === "session.created") {
      await client.query(
        `INSERT INTO profiles (user_id, last_sign_in_at) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE
         SET last_sign_in_at = greatest(profiles.last_sign_in_at, excluded.last_sign_in_at)`,
        [data.userId, data.createdAt],
      );
    } else if (type === "user.deleted") {
      await client.query("DELETE FROM profiles WHERE user_id = $1", [data.id]);
    }
  } finally {
    await client.end();
  }
}
