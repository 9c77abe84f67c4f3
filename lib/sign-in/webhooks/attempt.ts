import { createHash } from "node:crypto";
import type { Context } from "@/lib/core/context";
import { type OutgoingAnswer, OutgoingHttpError } from "@/lib/core/ports/outgoing-http";
import type { ClaimedDelivery } from "./claim";
import { WEBHOOK_HEADERS } from "./headers";
import { previousSecretPlace, webhookSecretPlace } from "./resource";
import { type AttemptResult, settleAttempt } from "./settle";
import { signWebhook } from "./signature";

const TIMEOUT_SECONDS = 15;
export const ANSWER_BYTES = 4_096;

/**
 * Makes the attempt that was claimed and writes down its outcome. Throws when the worker stops meanwhile, so that the
 * job is tried again. A crash between the answer and the row sends the event again, with the same `webhook-id`.
 */
export async function attemptDelivery(ctx: Context, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const result = await send(ctx, delivery, signal);
  ctx.crashPoint("webhook.answered");
  await settleAttempt(ctx, delivery, { ...result, durationMs: Math.round(performance.now() - startedAt) });
}

async function send(
  ctx: Context,
  { id, attempts, event, endpoint }: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Omit<AttemptResult, "durationMs">> {
  if (endpoint.status !== "enabled") return { answer: null, failure: "The webhook is disabled.", isFinal: true };
  const timestamp = Math.floor(ctx.clock.now().getTime() / 1_000);
  const span = beginSpan(ctx, event.id);
  try {
    const answer = await ctx.outgoing.send({
      method: "POST",
      url: endpoint.url,
      headers: {
        ...WEBHOOK_HEADERS,
        ...(span && { traceparent: span.traceparent }),
        ...signWebhook(secretsOf(ctx, endpoint), { id: event.id, timestamp, body: event.body }),
      },
      body: event.body,
      timeoutMilliseconds: TIMEOUT_SECONDS * 1_000,
      maxBytes: ANSWER_BYTES,
      signal,
    });
    const failure = failureOf(answer);
    span?.end({ attributes: { "http.response.status_code": answer.status }, isFailed: failure !== null });
    return { answer, failure, isFinal: false };
  } catch (error) {
    const attributes = { "error.type": error instanceof OutgoingHttpError ? error.failure : "unknown" };
    span?.end({ attributes, isFailed: true });
    if (!(error instanceof OutgoingHttpError)) throw error;
    if (error.failure !== "stopped") return { answer: null, failure: error.message, isFinal: false };
    const data = { attempts: attempts - 1, claimedAt: null };
    await ctx.db.webhookDelivery.updateMany({ where: { id, projectId: endpoint.projectId, attempts }, data });
    throw error;
  }
}

/**
 * Triggers write events, and know no trace of the request that caused them. All attempts at an event, to all endpoints,
 * are in one trace, which follows from its id.
 */
function beginSpan({ trace }: Context, eventId: string) {
  return trace?.start({
    name: "POST webhook",
    attributes: { "http.request.method": "POST", "coppice.webhook_event_id": eventId },
    traceId: createHash("sha256").update(eventId).digest("hex").slice(0, 32),
  });
}

/** Only 2xx is a success: a redirect is not followed. */
function failureOf({ status }: OutgoingAnswer): string | null {
  return status >= 200 && status < 300 ? null : `The answer was ${status}.`;
}

/** The secret from before a rotation signs too until its time is over. */
function secretsOf(ctx: Context, { id, secret, previousSecret, previousUntil }: ClaimedDelivery["endpoint"]): string[] {
  const current = ctx.sealer.open(secret, webhookSecretPlace(id));
  if (previousSecret === null || previousUntil === null || previousUntil <= ctx.clock.now()) return [current];
  return [current, ctx.sealer.open(previousSecret, previousSecretPlace(id))];
}
