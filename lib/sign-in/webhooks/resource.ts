import { z } from "zod";
import type { SecretPlace } from "@/lib/core/crypto/seal";
import { ServiceError } from "@/lib/core/errors";
import { WEBHOOK_EVENT_GROUPS, WEBHOOK_EVENT_TYPES } from "./event-types";

const WebhookUrl = z
  .string()
  .trim()
  .min(1)
  .max(2_048)
  .meta({
    form: {
      label: "Address",
      kind: "url",
      note: "On the public internet, with https:// and port 443 or 8443",
      placeholder: "https://example.com/hooks",
      fault: "Enter an address that starts with https://.",
    },
  });
const WebhookDescription = z
  .string()
  .trim()
  .max(200)
  .meta({ form: { label: "Description", kind: "prose", placeholder: "Its purpose" } });
const WebhookEventTypes = z
  .array(z.enum(WEBHOOK_EVENT_TYPES))
  .max(WEBHOOK_EVENT_TYPES.length)
  .transform((types) => [...new Set(types)])
  .meta({
    form: {
      label: "Events",
      kind: "all-or-some",
      groups: WEBHOOK_EVENT_GROUPS,
      fault: "Choose at least one event.",
    },
  });

/** The fields that an owner sets. */
export const WEBHOOK_FIELDS = { url: WebhookUrl, description: WebhookDescription, events: WebhookEventTypes };

/** The fields with the defaults of a new webhook. */
export const NEW_WEBHOOK_FIELDS = {
  ...WEBHOOK_FIELDS,
  description: WebhookDescription.default(""),
  events: WebhookEventTypes.default([]),
};

export interface EndpointAddress {
  organisationId: string;
  projectId: string;
  endpointId: string;
}

/** Times are ISO 8601, UTC. */
export interface WebhookEndpoint {
  id: string;
  projectId: string;
  url: string;
  description: string;
  /** None means every type. */
  events: string[];
  status: string;
  /** `owner`, `failing` for days, or `gone`, which the endpoint said itself. */
  disabledReason: string | null;
  /** The first failure since the last success. */
  failingSince: string | null;
  /** Until then the secret from before the rotation signs too. */
  previousSecretUntil: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

/** `lastDelivery` is the newest event for it, delivered or not; `null` where there was none in 30 days. */
export type ListedWebhook = WebhookEndpoint & { lastDelivery: { status: string; createdAt: string } | null };

/** The secret is shown this once. */
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string };

interface EndpointRow {
  id: string;
  projectId: string;
  url: string;
  description: string;
  events: string[];
  status: string;
  disabledReason: string | null;
  failingSince: Date | null;
  previousUntil: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

export function toWebhookEndpoint(row: EndpointRow, now: Date): WebhookEndpoint {
  const { id, projectId, url, description, events, status, disabledReason, createdBy } = row;
  return {
    ...{ id, projectId, url, description, events, status, disabledReason, createdBy },
    failingSince: row.failingSince?.toISOString() ?? null,
    previousSecretUntil: row.previousUntil && row.previousUntil > now ? row.previousUntil.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function webhookSecretPlace(endpointId: string): SecretPlace {
  return { table: "webhook_endpoint", column: "secret", rowId: endpointId };
}

export function previousSecretPlace(endpointId: string): SecretPlace {
  return { table: "webhook_endpoint", column: "previous_secret", rowId: endpointId };
}

export function webhookNotFound(): ServiceError {
  return new ServiceError("not_found", "Webhook not found.");
}

export function deliveryNotFound(): ServiceError {
  return new ServiceError("not_found", "Delivery not found.");
}

/** An event on its way to an endpoint. Times are ISO 8601, UTC. */
export interface WebhookDelivery {
  id: string;
  /** The `webhook-id` of every attempt. */
  eventId: string;
  type: string;
  /** `pending`, `delivered`, `failed`. */
  status: string;
  attempts: number;
  /** When it is tried next; `null` once it is delivered or has failed. */
  nextAttemptAt: string | null;
  /** `null` before the first. */
  lastAttempt: WebhookOutcome | null;
  createdAt: string;
}

/** The result of one request. */
export interface WebhookOutcome {
  at: string;
  durationMs: number;
  /** The HTTP status of the answer; `null` where there was none. */
  status: number | null;
  failure: string | null;
}

export type WebhookAttempt = WebhookOutcome & {
  /** The first bytes of the answer's body, as text. */
  answer: string | null;
};

export type WebhookDeliveryDetails = WebhookDelivery & {
  endpointId: string;
  /** The URL of the next attempt. */
  url: string;
  /** The headers of each request, beside the time, the signature and the trace of its attempt. */
  headers: Readonly<Record<string, string>>;
  /** The JSON text that was signed and sent. */
  body: string;
  /** Oldest first. */
  log: WebhookAttempt[];
};

interface DeliveryRow {
  id: string;
  eventId: string;
  status: string;
  attempts: number;
  dueAt: Date;
  createdAt: Date;
  event: { type: string };
  /** Oldest first. */
  log: readonly OutcomeRow[];
}

interface OutcomeRow {
  at: Date;
  durationMs: number;
  status: number | null;
  failure: string | null;
}

/** The outcomes of a delivery's attempts, oldest first, as Prisma reads them. */
export const OUTCOMES = {
  select: { at: true, durationMs: true, status: true, failure: true },
  orderBy: { at: "asc" },
} as const;

export function toWebhookDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, eventId, event, status, attempts, dueAt, createdAt, log } = row;
  const last = log.at(-1);
  return {
    ...{ id, eventId, type: event.type, status, attempts },
    nextAttemptAt: status === "pending" ? dueAt.toISOString() : null,
    lastAttempt: last ? toOutcome(last) : null,
    createdAt: createdAt.toISOString(),
  };
}

export function toOutcome({ at, durationMs, status, failure }: OutcomeRow): WebhookOutcome {
  return { at: at.toISOString(), durationMs, status, failure };
}
