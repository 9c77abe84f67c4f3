import { type Agent, type ClientRequest, type IncomingMessage, request as sendRequest } from "node:http";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import type {
  FunctionAnswer,
  FunctionInvocation,
  FunctionOutcome,
  FunctionRequest,
} from "@/lib/core/ports/function-runtime";
import { fieldsOf, HOP_BY_HOP, hasSmallBody, readWhole } from "./http-messages";
import { CALLER_HEADER } from "./modules";
import { ANSWERED, ANSWERED_HEADER, INVOCATION_HEADER } from "./report-module";

const MAX_ANSWER_BYTES = 25 * 1_048_576;
const MAX_HEADER_BYTES = 32_768;
const WITHOUT_BODY = new Set([204, 205, 304]);
/** The errors of Node about a body whose reader has gone. */
const READER_LEFT = new Set(["ABORT_ERR", "ERR_STREAM_PREMATURE_CLOSE"]);
const PROCESS_END_MILLISECONDS = 500;
type End = Pick<FunctionOutcome, "outcome" | "status" | "durationMilliseconds" | "responseBytes"> & {
  /** Why there was no answer, where the function itself can't say; for its log. */
  reason: string | null;
};

const HUNG =
  "The call was ended since it would never have been answered. It waited for something that ended with an earlier call, such as a connection that was opened there, or for a promise that nobody settles. Open connections inside fetch; pools of pg may stand at the top of a file.";
const LARGE_HEADERS = `The headers of the answer are larger than ${MAX_HEADER_BYTES / 1_024} kB.`;

/** One invocation from its first byte to its last. */
export class RunningInvocation {
  readonly id: string;
  readonly depth: number;
  readonly startedAt = new Date();
  readonly #began = performance.now();
  readonly #ended = Promise.withResolvers<End>();
  #status: number | null = null;
  #bytes = 0;
  #isSilent = false;
  #sent: ClientRequest | null = null;
  #stoppedWith: ServiceError | null = null;
  #reason: string | null = null;

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

  /** Whether it has nothing to report: it was answered as a whole, and had said nothing and left nothing to wait for. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Ends the invocation from outside; the waiting caller gets the error. */
  stop(outcome: "timeout" | "killed", error: ServiceError): void {
    this.#end(outcome);
    this.#stoppedWith ??= error;
    this.#sent?.destroy(error);
  }

  /** Returns the answer when its headers are there. Throws `function_failed`, or the error it was stopped with. */
  async send(
    to: { socketPath: string; agent: Agent },
    { request, caller }: FunctionInvocation,
  ): Promise<FunctionAnswer> {
    const { method, url, body, signal } = request;
    const { pathname, search, host, protocol } = new URL(url);
    const own = [
      ...["host", host, "x-coppice-proto", protocol.slice(0, -1)],
      ...[INVOCATION_HEADER, this.id, CALLER_HEADER, caller],
    ];
    const headers = [...forwarded(request), ...own];
    const limits = { setHost: false, maxHeaderSize: MAX_HEADER_BYTES };
    const sent = sendRequest({ ...to, method, path: pathname + search, headers, ...limits });
    this.#sent = sent;
    const leave = () => sent.destroy(Object.assign(new Error("the caller has gone"), { code: "ABORT_ERR" }));
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    sent.once("response", resolve).on("error", reject);
    // It may fail while the body is still read.
    promise.catch(() => undefined);
    try {
      signal.addEventListener("abort", leave);
      if (signal.aborted) leave();
      if (body instanceof Readable) {
        sent.flushHeaders();
        pipeline(body, sent).catch(() => undefined);
      } else sent.end(body);
      return await this.#toAnswer(await promise);
    } catch (cause) {
      throw await this.#failure(cause, signal);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  async #toAnswer(answer: IncomingMessage): Promise<FunctionAnswer> {
    const status = answer.statusCode ?? 500;
    const all = fieldsOf(answer);
    const headers = all.filter(([name]) => name !== ANSWERED_HEADER);
    const answered = all.find(([name]) => name === ANSWERED_HEADER)?.[1];
    if (answered === undefined) {
      answer.resume();
      this.#reason = HUNG;
      throw new ServiceError("function_failed", "The function threw an error.");
    }
    if (answered === ANSWERED.webSocket) {
      answer.resume();
      throw new ServiceError("websocket_unsupported", "The function answered with a WebSocket, which functions can't.");
    }
    this.#status = status;
    const isWhole = WITHOUT_BODY.has(status) || hasSmallBody(headers);
    this.#isSilent = isWhole && answered === ANSWERED.silently;
    if (WITHOUT_BODY.has(status)) {
      answer.resume().once("close", () => this.#end("ok"));
      return { status, headers, body: null };
    }
    if (isWhole) {
      const body = await readWhole(answer);
      this.#bytes = body.byteLength;
      this.#end("ok");
      return { status, headers, body };
    }
    const body = new PassThrough();
    pipeline(answer, this.#counted(), body).then(
      () => this.#end("ok"),
      (error) => void this.#endCut(error),
    );
    return { status, headers, body };
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
    const isOwn = this.#stoppedWith !== null || caller.aborted || cause instanceof ServiceError;
    if (!isOwn) await this.#untilStopped();
    if (this.#stoppedWith) return this.#stoppedWith;
    if (codeOf(cause) === "HPE_HEADER_OVERFLOW") this.#reason = LARGE_HEADERS;
    this.#end(caller.aborted ? "ok" : "exception");
    if (cause instanceof ServiceError) return cause;
    return new ServiceError("function_failed", "The function ended without an answer.", { cause });
  }

  #end(outcome: End["outcome"]): void {
    const durationMilliseconds = Math.round(performance.now() - this.#began);
    const [status, responseBytes, reason] = [this.#status, this.#bytes, this.#reason];
    this.#ended.resolve({ outcome, status, durationMilliseconds, responseBytes, reason });
  }
}

/** Header fields that belong to the service, or to one connection alone, are left behind. */
function forwarded({ headers, body }: FunctionRequest): string[] {
  const fields: string[] = [];
  for (const [name, value] of headers) {
    const isOurs = name.startsWith("x-coppice-") || name === "host" || name === "content-length";
    if (!isOurs && !HOP_BY_HOP.has(name) && !name.startsWith("proxy-")) fields.push(name, value);
  }
  if (body instanceof Uint8Array) fields.push("content-length", String(body.byteLength));
  else if (body) fields.push("transfer-encoding", "chunked");
  return fields;
}
