import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { boundedFetch } from "./bounded-fetch";
import type { DraftContext } from "./context";

const MOST_TOKENS = 4_000;
const Count = z.number().nullish();

/** The part of a completion that is read. A model may refuse to say anything, and need not count. */
const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: Count, completion_tokens: Count }).nullish(),
});

export interface ModelMessage {
  role: "user" | "assistant";
  content: string;
}

export interface ModelAnswer {
  text: string;
  usage: { inputTokens: number; outputTokens: number };
}

/**
 * Returns the language model's answer. It gets no tools and nothing but these texts, of which the log has the
 * lengths alone. Throws `ai_unavailable`, which tells nothing of the model's address or key.
 */
export async function askModel(
  ctx: DraftContext,
  settings: NonNullable<DraftContext["drafts"]>,
  { system, messages, signal }: { system: string; messages: ModelMessage[]; signal: AbortSignal },
): Promise<ModelAnswer> {
  const answer = await complete(settings, { system, messages, signal }).catch((error) => unavailable(ctx, error));
  const text = answer.choices[0]?.message.content ?? "";
  const usage = answer.usage;
  const tokens = { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 };
  ctx.log.info({ requestId: ctx.requestId, characters: text.length, ...tokens }, "a draft was asked for");
  return { text, usage: tokens };
}

/** Asks by the chat completions of OpenAI's API, which most language models are served by. */
async function complete(
  { url, model, key }: NonNullable<DraftContext["drafts"]>,
  { system, messages, signal }: { system: string; messages: ModelMessage[]; signal: AbortSignal },
): Promise<z.infer<typeof Completion>> {
  const asked = { model, max_tokens: MOST_TOKENS, messages: [{ role: "system", content: system }, ...messages] };
  const response = await boundedFetch(`${url.replace(/\/+$/, "")}/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(key !== null && { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify(asked),
    signal,
  });
  if (!response.ok) throw new RefusedByModel(response.status);
  return Completion.parse(await response.json());
}

class RefusedByModel extends Error {
  override name = "RefusedByModel";
  readonly statusCode: number;

  constructor(statusCode: number) {
    super("the language model refused");
    this.statusCode = statusCode;
  }
}

/** The error may quote the answer, the address or a header, so only its name is logged. */
function unavailable(ctx: DraftContext, error: unknown): never {
  const name = error instanceof Error ? error.name : "unknown";
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  ctx.log.warn({ requestId: ctx.requestId, error: name, status }, "the language model gave no answer");
  throw new ServiceError("ai_unavailable", "The language model doesn't answer. Try again later.", {
    retryAfterSeconds: 30,
  });
}
