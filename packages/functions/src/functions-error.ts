/**
 * The reason of a failure. The list is open: any other code is the service's own, or one that the function answered
 * with as `{ error: { code, message } }`.
 *
 * - `function_refused`: the function answered with a status outside 200 to 299. `answer` is the body. A redirect is one,
 *   and isn't followed; browsers tell its status as 0.
 * - `function_failed`: the function threw. Its log has the reason, by `invocation`.
 * - `function_timeout`: the function took longer than it may.
 * - `function_unavailable`: the function can't be started right now.
 * - `websocket_unsupported`: the function answered with a WebSocket.
 * - `function_not_found`: there is no such function.
 * - `missing_permission`: the function's `access` doesn't allow this caller.
 * - `body_too_large`: the body is larger than 6 MB.
 * - `unauthorized`, `token_expired`: there is no key or token, or it isn't valid any more.
 * - `foreign_origin`: the page's origin is none of the project's allowed origins.
 * - `rate_limited`: there were too many calls. `retryAfterSeconds` is the time to wait.
 * - `network_error`: the service could not be reached.
 * - `service_error`: the service failed, or something else answered in its place.
 *
 * @example
 * if (error instanceof FunctionsError && error.code === "rate_limited") retryAfter(error.retryAfterSeconds);
 */
export type FunctionsErrorCode =
  | "function_refused"
  | "function_failed"
  | "function_timeout"
  | "function_unavailable"
  | "websocket_unsupported"
  | "function_not_found"
  | "missing_permission"
  | "body_too_large"
  | "unauthorized"
  | "token_expired"
  | "foreign_origin"
  | "rate_limited"
  | "network_error"
  | "service_error"
  | (string & {});

interface Facts {
  status?: number;
  answer?: unknown;
  invocation?: string | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/**
 * The error that every method rejects with when a function or the service refuses, or can't be reached.
 *
 * @example
 * try {
 *   await functions.invoke("checkout", cart);
 * } catch (error) {
 *   if (error instanceof FunctionsError) show(error.message);
 * }
 */
export class FunctionsError extends Error {
  override readonly name = "FunctionsError";
  readonly code: FunctionsErrorCode;
  /** The status of the answer; 0 without one. */
  readonly status: number;
  /** The body of the answer. */
  readonly answer: unknown;
  /** Names the call in the function's log. */
  readonly invocation: string | undefined;
  /** Names the request to those who run the service. */
  readonly requestId: string | undefined;
  /** The time to wait after `rate_limited`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: FunctionsErrorCode,
    message: string,
    { status = 0, answer, invocation, requestId, retryAfterSeconds, cause }: Facts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.answer = answer;
    this.invocation = invocation;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
