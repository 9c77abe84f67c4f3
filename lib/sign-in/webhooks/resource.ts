import { z } from "zod";
import type { SecretPlace } from "@/lib/core/crypto/seal";
import { ServiceError } from "@/lib/core/errors";
import { WEBHOOK_EVENT_TYPES } from "./event-types";

export const WebhookUrl = z.string().trim().min(1).max(2_048);
export const WebhookDescription = z.string().trim().max(200);
export const WebhookEventTypes = z
  .array(z.enum(WEBHOOK_EVENT_TYPES))
  .max(WEBHOOK_EVENT_TYPES.length)
  .transform((types) => [...new Set(types)]);

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
