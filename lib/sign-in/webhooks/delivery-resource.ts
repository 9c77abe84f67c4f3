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
  createdAt: string;
}

export interface WebhookAttempt {
  at: string;
  durationMs: number;
  /** The HTTP status of the answer; `null` where there was none. */
  status: number | null;
  failure: string | null;
  /** The first bytes of the answer's body, as text. */
  answer: string | null;
}

export type WebhookDeliveryDetails = WebhookDelivery & {
  endpointId: string;
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
}

export function toWebhookDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, eventId, event, status, attempts, dueAt, createdAt } = row;
  return {
    ...{ id, eventId, type: event.type, status, attempts },
    nextAttemptAt: status === "pending" ? dueAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}
