import { Agent, request as sendRequest } from "node:http";
import { json } from "node:stream/consumers";
import { ServiceError } from "@/lib/core/errors";
import { KEPT_CONNECTION_MS } from "@/lib/core/kept-connections";
import { startPatience } from "@/lib/core/patience";
import {
  EXCHANGE_PATH,
  type RealtimeExchange,
  type RealtimeFigures,
  type RealtimeMessage,
} from "@/lib/core/ports/realtime-exchange";

/** The other process may have to be started first. */
const ANSWER_MS = 15_000;

/** Asks the process with the sockets over its Unix socket. */
export class SocketExchange implements RealtimeExchange {
  readonly #socketPath: string;
  readonly #agent = new Agent({ keepAlive: true, timeout: KEPT_CONNECTION_MS });

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  async publish(projectId: string, messages: readonly RealtimeMessage[], perSecond: number): Promise<void> {
    await this.#ask("POST", EXCHANGE_PATH, JSON.stringify({ projectId, messages, perSecond }));
  }

  async figuresOf(projectId: string): Promise<RealtimeFigures> {
    const query = new URLSearchParams({ projectId });
    return (await this.#ask("GET", `${EXCHANGE_PATH}?${query}`)) as RealtimeFigures;
  }

  #ask(method: string, path: string, body?: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const asked = sendRequest({ socketPath: this.#socketPath, agent: this.#agent, method, path });
      const late = () => asked.destroy(new Error("the answer took too long"));
      asked.once("close", startPatience(ANSWER_MS, late));
      asked.once("error", (cause) => reject(unavailable(cause)));
      asked.once("response", (answer) => {
        json(answer).then((value) => {
          if (answer.statusCode === 200) resolve(value);
          else reject(refusalOf(answer.statusCode, value as { message: string; retryAfterSeconds?: number }));
        }, reject);
      });
      asked.end(body);
    });
  }
}

function refusalOf(
  status: number | undefined,
  { message, retryAfterSeconds = 1 }: { message: string; retryAfterSeconds?: number },
) {
  return status === 429
    ? new ServiceError("rate_limited", message, { retryAfterSeconds })
    : unavailable(new Error(message));
}

function unavailable(cause: Error): ServiceError {
  const message = "Realtime can't be reached right now. Try again in a moment.";
  return new ServiceError("service_unavailable", message, { retryAfterSeconds: 1, cause });
}
