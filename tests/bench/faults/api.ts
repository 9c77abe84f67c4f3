import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "@/lib/core/error-code";

/** Longer than an operation may wait for its turn. */
const ANSWER_MILLISECONDS = 90_000;
const REPEAT_MILLISECONDS = 1_000;
const REPEATS_MILLISECONDS = 240_000;

export interface Answer {
  /** 0 when the connection was lost before the answer. */
  status: number;
  /** The code of a refusal; `no_answer` where there was none, `not_reached` where nobody listened. */
  code: string;
  body: unknown;
}

/** Calls of the management API with one key after the other, so that no limit of a key is met. */
export class FaultApi {
  readonly #baseUrl: string;
  readonly #keys: readonly string[];
  #calls = 0;

  constructor(baseUrl: string, keys: readonly string[]) {
    this.#baseUrl = baseUrl;
    this.#keys = keys;
  }

  async call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    this.#calls += 1;
    return this.#send(this.#keys[this.#calls % this.#keys.length] ?? "", method, path, body, headers);
  }

  /** Repeats a POST with one Idempotency-Key until its answer is final, as a careful client does. */
  async callUntilAnswered(path: string, body: object, idempotencyKey: string): Promise<Answer> {
    // The same key each time, since a repeat is recognised by both.
    this.#calls += 1;
    const key = this.#keys[this.#calls % this.#keys.length] ?? "";
    const deadline = performance.now() + REPEATS_MILLISECONDS;
    for (;;) {
      const answer = await this.#send(key, "POST", path, body, { "idempotency-key": idempotencyKey });
      const isFinal = answer.status !== 0 && answer.status < 500 && !MAY_REPEAT.has(answer.code);
      if (isFinal || performance.now() > deadline) return answer;
      await delay(REPEAT_MILLISECONDS);
    }
  }

  async #send(key: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const all = { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }), ...headers };
    try {
      const response = await fetch(this.#baseUrl + path, {
        method,
        headers: all,
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      });
      const answered = (await response.json()) as { error?: { code?: string } };
      return { status: response.status, code: answered.error?.code ?? "", body: answered };
    } catch (error) {
      const wasRefused = error instanceof Error && codeOf(error.cause) === "ECONNREFUSED";
      return { status: 0, code: wasRefused ? "not_reached" : "no_answer", body: null };
    }
  }
}

const MAY_REPEAT: ReadonlySet<string> = new Set(["idempotency_in_flight", "database_not_ready", "rate_limited"]);
