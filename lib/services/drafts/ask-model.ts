import { ServiceError } from "@/lib/core/errors";
import { boundedFetch } from "./bounded-fetch";
import type { DraftContext } from "./context";

const MOST_TOKENS = 4_000;

export interface ModelMessage {
  role: "user" | "assistant";
  content: string;
}

export interface ModelAnswer {
  text: string;
  usage: { inputTokens: number; outputTokens: number };
}

/**
 * Returns what the language model answers. It gets no tools and nothing but these texts, of which the log has the
 * lengths alone. Throws `ai_unavailable`, which tells nothing of the model's address or key.
 */
export async function askModel(
  ctx: DraftContext,
  settings: NonNullable<DraftContext["drafts"]>,
  { system, messages, signal }: { system: string; messages: ModelMessage[]; signal: AbortSignal },
): Promise<ModelAnswer> {
  const { url: baseURL, model, key } = settings;
  // Most installations never ask, and the packages take a while to load.
  const [{ generateText }, { createOpenAICompatible }] = await Promise.all([
    import("ai"),
    import("@ai-sdk/openai-compatible"),
  ]);
  const provider = createOpenAICompatible({
    ...{ name: "drafts", baseURL, fetch: boundedFetch },
    ...(key !== null && { apiKey: key }),
  });
  const asked = { ...{ system, messages }, maxOutputTokens: MOST_TOKENS, maxRetries: 0, abortSignal: signal };
  const answered = generateText({ ...asked, model: provider(model) });
  const { text, usage } = await answered.catch((error: unknown) => unavailable(ctx, error));
  const tokens = { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 };
  ctx.log.info({ requestId: ctx.requestId, characters: text.length, ...tokens }, "a draft was asked for");
  return { text, usage: tokens };
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
