import { timingSafeEqual } from "node:crypto";
import { type BillingSettings, decodedSecret } from "@/lib/core/billing-settings";
import { ServiceError } from "@/lib/core/errors";
import type { HeaderReader } from "@/lib/core/header-reader";
import { digestOf } from "@/lib/sign-in/webhooks/signature";

/** An older or newer signature is refused, so that nobody can send a request again later. */
const TOLERANCE_SECONDS = 300;
/** More than a provider sends while it replaces a secret. */
const MOST_SIGNATURES = 10;

export interface SignedRequest {
  headers: HeaderReader;
  /** Exactly as it came: a body that was parsed and written again has another signature. */
  rawBody: Uint8Array;
}

interface Signed {
  /** The part of the signed text that precedes the body. */
  before: string;
  timestamp: number;
  signatures: Buffer[];
}

/** Throws `invalid_signature` for a request that the provider didn't sign within the last five minutes. */
export function requireSignature({ scheme, secrets }: BillingSettings, request: SignedRequest, now: Date): void {
  const signed = scheme === "stripe" ? readStripeHeader(request.headers) : readStandardHeaders(request.headers);
  if (signed === null || signed.signatures.length > MOST_SIGNATURES) throw invalidSignature();
  if (Math.abs(now.getTime() / 1_000 - signed.timestamp) > TOLERANCE_SECONDS) throw invalidSignature();
  const expected = secrets
    .flatMap((secret) => keysOf(scheme, secret))
    .map((key) => digestOf(key, signed.before, request.rawBody));
  // Every pair is compared, so that the time says nothing of which one was right.
  const pairs = expected.flatMap((digest) => signed.signatures.map((given) => isSame(given, digest)));
  if (!pairs.includes(true)) throw invalidSignature();
}

/** Returns the id of Standard Webhooks, which is the event's; only for a request whose signature was checked. */
export function webhookIdOf(headers: HeaderReader): string {
  return headers.get("webhook-id") ?? "";
}

/**
 * Polar used the text of a secret as the key until September 2026 and its decoded bytes since; replacing a secret moves
 * an endpoint from one to the other. Stripe uses the text with its prefix, although it looks like the others' secrets.
 */
function keysOf(scheme: BillingSettings["scheme"], secret: string): Uint8Array[] {
  const text = Buffer.from(secret);
  if (scheme === "stripe") return [text];
  const decoded = decodedSecret(secret);
  if (scheme === "standard") return decoded ? [decoded] : [];
  return decoded ? [text, decoded] : [text];
}

/** A header that is sent twice arrives joined by a comma, which fits none of the forms. */
function readStandardHeaders(headers: HeaderReader): Signed | null {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  const entries = (headers.get("webhook-signature") ?? "").split(" ");
  if (!/^[\w:-]{1,128}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return null;
  if (!entries.every((entry) => /^v1a?,[A-Za-z0-9+/]+={0,2}$/.test(entry))) return null;
  const signatures = entries.flatMap((entry) =>
    entry.startsWith("v1,") ? [Buffer.from(entry.slice(3), "base64")] : [],
  );
  return { before: `${id}.${timestamp}.`, timestamp: Number(timestamp), signatures };
}

/** `t=<seconds>,v1=<hex>`, with further `v1` while a secret is replaced, and `v0` for test events. */
function readStripeHeader(headers: HeaderReader): Signed | null {
  const fields = (headers.get("stripe-signature") ?? "").split(",");
  if (!fields.every((field) => /^(t=\d{1,12}|v\d=[0-9a-f]{64})$/.test(field))) return null;
  const times = fields.filter((field) => field.startsWith("t=")).map((field) => field.slice(2));
  const [timestamp = ""] = times;
  if (times.length !== 1) return null;
  const signatures = fields.flatMap((field) => (field.startsWith("v1=") ? [Buffer.from(field.slice(3), "hex")] : []));
  return { before: `${timestamp}.`, timestamp: Number(timestamp), signatures };
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

function invalidSignature(): ServiceError {
  return new ServiceError("invalid_signature", "The signature is missing, wrong, or older than five minutes.");
}
