import type { Context } from "@/lib/core/context";
import { type RouteDefinition, takesIdempotencyKey } from "../definition";
import { errorResponse } from "../error-response";
import { type Answer, apiHeaders, PlainAnswer } from "../plain-answer";
import type { Exchange } from "../serve";
import { jsonAnswer } from "../to-answer";
import { toServiceError } from "../to-service-error";
import { claimIdempotencyKey, idempotentRequestOf, isFinal, keepAnswer, releaseIdempotencyKey } from "./idempotency";

/** Answers a POST that repeats an Idempotency-Key as the first one was answered. */
export async function answerOnce(
  { request, ctx, headers }: Exchange,
  definition: RouteDefinition,
  bytes: Uint8Array,
  work: () => Promise<Answer>,
): Promise<Answer> {
  // Everybody with a public key would see the answers to the others.
  const idempotent =
    takesIdempotencyKey(definition, request.method) && ctx.actor.kind !== "public-key"
      ? idempotentRequestOf(request, definition.operationId, bytes)
      : null;
  if (!idempotent) return work();
  const claim = await claimIdempotencyKey(ctx, idempotent);
  if ("replay" in claim) {
    const { body, status } = claim.replay;
    return jsonAnswer(body, status, { ...apiHeaders(ctx.requestId), ...headers, "Idempotent-Replayed": "true" });
  }
  ctx.idempotencyRecordId = claim.recordId;
  try {
    const given = await work();
    await keepAnswer(ctx, claim.recordId, given.status, await textOf(given));
    return given;
  } catch (error) {
    await settleRefusal(ctx, claim.recordId, error);
    throw error;
  }
}

async function settleRefusal(ctx: Context, recordId: string, error: unknown): Promise<void> {
  const refusal = toServiceError(error);
  if (!isFinal(refusal)) return releaseIdempotencyKey(ctx, recordId);
  const response = errorResponse(refusal, ctx.requestId, ctx.baseUrl);
  await keepAnswer(ctx, recordId, response.status, await response.text());
}

function textOf(answer: Answer): string | Promise<string> {
  if (!(answer instanceof PlainAnswer)) return answer.clone().text();
  if (typeof answer.body === "string") return answer.body;
  throw new TypeError("only text can be kept to be sent again");
}
