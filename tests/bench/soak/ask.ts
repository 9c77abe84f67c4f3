import { ERRORS, type ErrorCode } from "@/lib/core/error-table";
import { Counts } from "../faults/counts";

/** Longer than anything that a client asks may wait for its turn. */
const ANSWER_MILLISECONDS = 60_000;
/** The only refusal of the sign-in wire that a client may meet here. */
const SIGN_IN_UNAVAILABLE = "SERVICE_UNAVAILABLE";

/** A refusal, or a lost connection, after which a client may try again. */
export class Refused extends Error {}

export interface Answered {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Clients' requests, with a count of the answers, and a list of those that no client should get. */
export class Asker {
  readonly counts = new Counts();
  readonly unexplained: string[] = [];

  /** Throws `Refused` without an answer below 400. */
  async ask(client: string, url: string, init: RequestInit = {}): Promise<Answered> {
    const answer = await this.#send(client, url, init);
    if (answer.status < 400) return answer;
    throw this.refuse(client, answer.status, codeIn(answer.bytes), answer.bytes.toString());
  }

  async askJson<T>(client: string, url: string, init: RequestInit & { json?: object } = {}): Promise<T> {
    const { json, ...rest } = init;
    const headers = { ...(rest.headers as Record<string, string>), "content-type": "application/json" };
    const sent = json === undefined ? rest : { ...rest, headers, body: JSON.stringify(json) };
    return JSON.parse((await this.ask(client, url, sent)).bytes.toString()) as T;
  }

  /** Notes a refusal, and returns it as the error that ends a step. */
  refuse(client: string, status: number, code: string, details = ""): Refused {
    this.counts.add(client, code);
    if (!isExplained(status, code)) this.unexplained.push(`${client}: ${status} ${code} ${details.slice(0, 300)}`);
    return new Refused(`${status} ${code}`);
  }

  async #send(client: string, url: string, init: RequestInit): Promise<Answered> {
    const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
    try {
      const response = await fetch(url, { redirect: "manual", ...init, signal });
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    } catch (error) {
      if (!signal.aborted) throw this.refuse(client, 0, "no_answer");
      throw this.refuse(client, 0, "too_late", `${url}: ${String(error)}`);
    }
  }
}

/** Whether the table of errors has the code, with this status where it is known, and lets a client try again. */
export function isExplained(status: number | null, code: string): boolean {
  if (code === "no_answer" || code === "not_reached" || (status === 503 && code === SIGN_IN_UNAVAILABLE)) return true;
  const definition = Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode] : null;
  if (!definition?.retryable || code === "internal_error") return false;
  return status === null || definition.status === status;
}

function codeIn(bytes: Buffer): string {
  try {
    const body = JSON.parse(bytes.toString()) as { code?: string; error?: { code?: string } };
    return body.error?.code ?? body.code ?? "none";
  } catch {
    return "none";
  }
}
