import { Agent, type IncomingMessage, request as sendRequest } from "node:http";
import type { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ERRORS, type ErrorCode } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import {
  Answered,
  ENVELOPE_HEADER,
  FUNCTION_PATHS,
  fromEnvelope,
  keyOf,
  MAX_ENVELOPE_BYTES,
  Refused,
  Stated,
  toEnvelope,
} from "@/lib/core/function-wire";
import { functionsAway } from "@/lib/core/functions-away";
import { KEPT_CONNECTION_MS } from "@/lib/core/kept-connections";
import { patienceSignal } from "@/lib/core/patience";
import type {
  FunctionAnswer,
  FunctionInvocation,
  FunctionProgram,
  FunctionRuntime,
  FunctionStanding,
} from "@/lib/core/ports/function-runtime";
import { hasSmallBody, readWhole } from "./http-messages";

/** The other process keeps its knowledge for longer than this. */
const KNOWN_MILLISECONDS = 10_000;
const ANSWER_MILLISECONDS = 15_000;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Asks the process that runs functions over its Unix socket. */
export class SocketFunctions implements FunctionRuntime {
  readonly #socketPath: string;
  readonly #agent = new Agent({ keepAlive: true, timeout: KEPT_CONNECTION_MS, maxSockets: 1_024 });
  readonly #knownUntil = new Map<string, number>();

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  async standing(): Promise<FunctionStanding> {
    return Stated.parse(await this.#tell(FUNCTION_PATHS.state, {}));
  }

  async tryStart(program: FunctionProgram): Promise<void> {
    const { head, key } = await this.#teach(program);
    await this.#tell(FUNCTION_PATHS.tryStart, { key, head });
  }

  async invoke(program: FunctionProgram, { request, ...rest }: FunctionInvocation): Promise<FunctionAnswer> {
    const key = keyOf(program);
    await this.#makeKnown(program, key);
    const { method, url, headers, body, signal } = request;
    const envelope = toEnvelope({ key, ...rest, method, url, headers });
    const answer = await this.#send(FUNCTION_PATHS.invoke, { headers: { [ENVELOPE_HEADER]: envelope }, body, signal });
    const { status, headers: given } = fromEnvelope(Answered, answer.headers[ENVELOPE_HEADER]);
    if (!WITHOUT_BODY.has(status)) {
      return { status, headers: given, body: hasSmallBody(given) ? await readWhole(answer) : answer };
    }
    answer.resume();
    return { status, headers: given, body: null };
  }

  async retire(versionId: string, afterMilliseconds: number): Promise<void> {
    await this.#tell(FUNCTION_PATHS.retire, { versionId, afterMilliseconds });
  }

  /** Functions end in another process. */
  onOutcome(): void {}

  async close(): Promise<void> {
    this.#agent.destroy();
  }

  async #makeKnown(program: FunctionProgram, key: string): Promise<void> {
    const now = performance.now();
    if ((this.#knownUntil.get(key) ?? 0) > now) return;
    const { isKnown } = (await this.#tell(FUNCTION_PATHS.know, { key })) as { isKnown: boolean };
    if (!isKnown) await this.#teach(program);
    for (const [each, until] of this.#knownUntil) if (until < now) this.#knownUntil.delete(each);
    this.#knownUntil.set(key, now + KNOWN_MILLISECONDS);
  }

  async #teach({ load, ...head }: FunctionProgram) {
    await this.#tell(FUNCTION_PATHS.teach, { head, code: await load() });
    return { head, key: keyOf(head) };
  }

  async #tell(path: string, body: object): Promise<unknown> {
    const signal = patienceSignal(ANSWER_MILLISECONDS);
    return json(await this.#send(path, { body: Buffer.from(JSON.stringify(body)), signal }));
  }

  /** Resolves to an answer that is none of refusal. */
  async #send(path: string, { body, headers, signal }: Sent): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = sendRequest({
      ...{ socketPath: this.#socketPath, agent: this.#agent, method: "POST", path, headers, signal },
      maxHeaderSize: MAX_ENVELOPE_BYTES,
    });
    sent.once("response", resolve).once("error", (cause) => reject(this.#lost(cause, signal)));
    if (body instanceof Uint8Array) sent.end(body);
    else if (body) pipeline(body, sent).catch(() => undefined);
    else sent.end();
    const answer = await promise;
    if (answer.statusCode === 200) return answer;
    throw refusalOf(Refused.parse(await json(answer)));
  }

  #lost(cause: Error, signal: AbortSignal): Error {
    this.#knownUntil.clear();
    if (signal.aborted && signal.reason instanceof ServiceError) return signal.reason;
    return functionsAway(cause);
  }
}

interface Sent {
  body: Readable | Uint8Array | null;
  headers?: Record<string, string>;
  signal: AbortSignal;
}

function refusalOf({ code, message, retryAfterSeconds, requestId }: Refused): ServiceError {
  if (!(code in ERRORS)) return functionsAway(new Error(message));
  return new ServiceError(code as ErrorCode, message, {
    ...(retryAfterSeconds && { retryAfterSeconds }),
    ...(requestId && { cause: new Error(`The process that runs functions logged it as ${requestId}.`) }),
  });
}
