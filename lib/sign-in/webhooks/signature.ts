import { createHmac } from "node:crypto";
import type { Random } from "@/lib/core/ports/random";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

interface SignedMessage {
  id: string;
  /** Seconds since 1970 at the attempt. */
  timestamp: number;
  body: string;
}

export function createWebhookSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random.bytes(SECRET_BYTES)).toString("base64");
}

/** Returns the HMAC-SHA256 of the signed text of a webhook: its body, behind an id, a time or both. */
export function digestOf(key: Uint8Array, before: string, body: string | Uint8Array): Buffer {
  return createHmac("sha256", key).update(before).update(body).digest();
}

/** Returns the headers of Standard Webhooks 1.0.0 with one signature for each secret. The key is the decoded base64. */
export function signWebhook(secrets: readonly string[], { id, timestamp, body }: SignedMessage) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${digestOf(key, `${id}.${timestamp}.`, body).toString("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
