import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from "node:http";
import { PassThrough, Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import type { FunctionInvocation, FunctionOutcome } from "@/lib/core/ports/function-runtime";
import { hasSmallBody } from "@/lib/core/small-body";
import { ANSWERED_HEADER, CALLER_HEADER, INVOCATION_HEADER } from "./modules";

const MAX_ANSWER_BYTES = 25 * 1_048_576;
const MAX_HEADER_BYTES = 32_768;
const WITHOUT_BODY = new Set([204, 205, 304]);
/** What Node says of a body whose reader has gone. */
const READER_LEFT = new Set(["ABORT_ERR", "ERR_STREAM_PREMATURE_CLOSE"]);
const PROCESS_END_MILLISECONDS = 500;
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/;
const OURS = /^x-coppice-/;

type End = Pick<FunctionOutcome, "outcome" | "status" | "durationMilliseconds" | "responseBytes">;

/** One invocation from its first byte to its last. */
export class RunningInvocation {
  readonly id: string;
  readonly depth: number;
  readonly startedAt = new Date();
  readonly #began = performance.now();
  readonly #stopping = new AbortController();
  readonly #ended = Promise.withResolvers<End>();
  #status: number | null = null;
  #bytes = 0;

  readonly #processEnded: Promise<void>;

  constructor({ id, depth }: FunctionInvocation, processEnded: Promise<void>) {
    this.id = id;
    this.depth = depth;
    this.#processEnded = processEnded;
  }

  /** Resolves when the last byte was sent, or none will be. */
  get ended(): Promise<End> {
    return this.#ended.promise;
  }

  /** Ends the invocation from outside; whoever waits for its answer gets the error. */
  stop(outcome: "timeout" | "killed", error: ServiceError): void {
    this.#end(outcome);
    this.#stopping.abort(error);
  }

  /** Returns the answer when its headers are there. Throws `function_failed`, or what it was stopped with. */
  async send(to: { socketPath: string; agent: Agent }, { request, caller }: FunctionInvocation): Promise<Response> {
    const url = new URL(request.url);
    const sent = sendRequest({
      ...to,
      method: request.method,
      path: url.pathname + url.search,
      headers: {
        ...forwarded(request),
        host: url.host,
        "x-coppice-proto": url.protocol.slice(0, -1),
        ...this.#own(caller),
      },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: AbortSignal.any([this.#stopping.signal, request.signal]),
    });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    sent.once("response", resolve).on("error", reject);
    // It may fail while the body is still read.
    promise.catch(() => undefined);
    try {
      if (request.body && hasSmallBody(request)) sent.end(new Uint8Array(await request.arrayBuffer()));
      else if (request.body) {
        sent.flushHeaders();
        pipeline(Readable.fromWeb(request.body as never), sent).catch(() => undefined);
      } else sent.end();
      return await this.#toResponse(await promise);
    } catch (cause) {
      throw await this.#failure(cause, request.signal);
    }
  }

  #own(caller: string): Record<string, string> {
    return { [INVOCATION_HEADER]: this.id, [CALLER_HEADER]: caller };
  }

  async #toResponse(answer: IncomingMessage): Promise<Response> {
    const status = answer.statusCode ?? 500;
    if (answer.headers[ANSWERED_HEADER] === undefined) {
      answer.resume();
      throw new ServiceError("function_failed", "The function threw an error.");
    }
    this.#status = status;
    const init = { status, headers: new Headers(headersOf(answer.headers)) };
    if (WITHOUT_BODY.has(status)) {
      answer.resume().once("close", () => this.#end("ok"));
      return new Response(null, init);
    }
    if (answer.headers["transfer-encoding"] === undefined && hasSmallBody(init)) {
      const whole = await buffer(answer);
      this.#bytes = whole.byteLength;
      this.#end("ok");
      return new Response(whole, init);
    }
    const body = new PassThrough();
    pipeline(answer, this.#counted(), body).then(
      () => this.#end("ok"),
      (error) => void this.#endCut(error),
    );
    return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, init);
  }

  #counted(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#bytes += chunk.byteLength;
        if (this.#bytes <= MAX_ANSWER_BYTES) done(null, chunk);
        else done(new Error("the function's answer is larger than 25 MiB"));
      },
    });
  }

  /** A reader who goes away is none of the function's errors. */
  async #endCut(error: unknown): Promise<void> {
    if (codeOf(error) === "ECONNRESET") await this.#untilStopped();
    this.#end(READER_LEFT.has(codeOf(error) ?? "") ? "ok" : "exception");
  }

  /** The end of a connection may be known before that of its process, which says more. */
  #untilStopped(): Promise<void> {
    return Promise.race([this.#processEnded, delay(PROCESS_END_MILLISECONDS)]);
  }

  async #failure(cause: unknown, caller: AbortSignal): Promise<unknown> {
    const { signal } = this.#stopping;
    if (!signal.aborted && !caller.aborted && !(cause instanceof ServiceError)) await this.#untilStopped();
    if (signal.aborted) return signal.reason;
    this.#end(caller.aborted ? "ok" : "exception");
    if (cause instanceof ServiceError) return cause;
    return new ServiceError("function_failed", "The function ended without an answer.", { cause });
  }

  #end(outcome: End["outcome"]): void {
    const durationMilliseconds = Math.round(performance.now() - this.#began);
    this.#ended.resolve({ outcome, status: this.#status, durationMilliseconds, responseBytes: this.#bytes });
  }
}

/** What a caller calls the service's own is left behind, as is what concerns one connection alone. */
function forwarded({ headers, body }: Request): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(
      ([name]) => !HOP_BY_HOP.test(name) && !OURS.test(name) && (body !== null || name !== "content-length"),
    ),
  );
}

function headersOf(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || HOP_BY_HOP.test(name) || name === ANSWERED_HEADER
      ? []
      : [value].flat().map((each): [string, string] => [name, each]),
  );
}
