import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import type { OutgoingAnswer } from "@/lib/core/ports/outgoing-http";
import { addWebhookJob } from "@/lib/core/queue/add";
import type { ClaimedDelivery } from "./claim";
import { disableWebhook } from "./disable";

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** The pauses after failed attempts: the eighth comes about a day after the first. */
export const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 7 * HOUR, 10 * HOUR] as const;
/** Spreads the attempts of events that failed together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * HOUR;
export const DAYS_OF_FAILURE = 5;
const GONE = 410;

export interface AttemptResult {
  answer: OutgoingAnswer | null;
  /** `null` for a success. */
  failure: string | null;
  /** Set where another attempt is pointless. */
  isFinal: boolean;
  durationMs: number;
}

/** Writes down an attempt, and its meaning for the delivery and its endpoint. */
export async function settleAttempt(ctx: Context, delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
  const { answer, failure, durationMs } = result;
  await withTransaction(ctx, async (tx) => {
    await tx.db.webhookAttempt.create({
      data: {
        ...{ id: createId("webhookAttempt", tx.random), deliveryId: delivery.id, durationMs, failure },
        at: delivery.claimedAt ?? tx.clock.now(),
        status: answer?.status ?? null,
        answer: answer && textOf(answer.body),
      },
      select: { id: true },
    });
    if (failure === null) await settleSuccess(tx, delivery);
    else await settleFailure(tx, delivery, result);
  });
}

/** The claim is part of the condition: a delivery that was sent again meanwhile has an attempt of its own. */
function ownClaim({ id, projectId, claimedAt }: ClaimedDelivery) {
  return { id, projectId, claimedAt, status: "pending" };
}

async function settleSuccess(tx: Context, delivery: ClaimedDelivery): Promise<void> {
  const data = { status: "delivered", claimedAt: null };
  await tx.db.webhookDelivery.updateMany({ where: ownClaim(delivery), data });
  const { endpointId: id, projectId } = delivery;
  const where = { id, projectId, failingSince: { not: null } };
  await tx.db.webhookEndpoint.updateMany({ where, data: { failingSince: null } });
}

async function settleFailure(tx: Context, delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
  const { id, endpointId, projectId, endpoint, attempts } = delivery;
  const now = tx.clock.now();
  const isGone = result.answer?.status === GONE;
  const delay = isGone || result.isFinal ? undefined : RETRY_DELAYS_MS[attempts - 1];
  if (delay !== undefined) {
    const dueAt = new Date(now.getTime() + Math.max(jittered(tx, delay), retryAfterOf(result.answer)));
    const data = { dueAt, claimedAt: null };
    const { count } = await tx.db.webhookDelivery.updateMany({ where: ownClaim(delivery), data });
    if (count > 0) await addWebhookJob(tx, id, dueAt);
  } else {
    await tx.db.webhookDelivery.updateMany({ where: ownClaim(delivery), data: { status: "failed", claimedAt: null } });
  }
  if (endpoint.status !== "enabled") return;
  const where = { id: endpointId, projectId, failingSince: null };
  await tx.db.webhookEndpoint.updateMany({ where, data: { failingSince: now } });
  const days = endpoint.failingSince ? (now.getTime() - endpoint.failingSince.getTime()) / (24 * HOUR) : 0;
  if (isGone) await disableWebhook(tx, endpoint, "gone");
  else if (delay === undefined && days >= DAYS_OF_FAILURE) await disableWebhook(tx, endpoint, "failing");
}

function jittered(ctx: Context, delay: number): number {
  const [byte = 0] = ctx.random.bytes(1);
  return Math.round(delay * (1 + (JITTER * byte) / 255));
}

/** Returns how long the endpoint asks to be left alone; a date instead of seconds is left aside. */
function retryAfterOf(answer: OutgoingAnswer | null): number {
  const value = answer?.headers["retry-after"];
  const seconds = typeof value === "string" && /^\d{1,6}$/.test(value) ? Number(value) : 0;
  return Math.min(seconds * SECOND, MAX_RETRY_AFTER_MS);
}

/** PostgreSQL takes no NUL in a text. */
function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString("utf8").replaceAll("\0", "\uFFFD");
}
