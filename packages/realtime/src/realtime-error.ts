/**
 * Why a subscription or a message was refused. The list is open: any other code is the service's own.
 *
 * - `not_found`: the table isn't published, or isn't theirs to see.
 * - `missing_permission`: the project's rules don't allow this.
 * - `limit_reached`: there is no room for another subscription, or no connection time left this month.
 * - `invalid_request`: the filter, the topic or the message can't be right.
 * - `rate_limited`: there were too many messages. `retryAfterSeconds` is the time to wait.
 * - `unauthorized`: the public key or the token isn't valid, or the page's origin isn't allowed.
 * - `project_suspended`: the project is suspended.
 * - `network_error`: the message could not be sent, or nobody said that it arrived.
 *
 * @example
 * if (error.code === "missing_permission") showSignIn();
 */
export type RealtimeErrorCode =
  | "not_found"
  | "missing_permission"
  | "limit_reached"
  | "invalid_request"
  | "rate_limited"
  | "unauthorized"
  | "project_suspended"
  | "network_error"
  | (string & {});

/**
 * The error that `onError` gets, and that `send` rejects with.
 *
 * @example
 * await room.send("moved", { x, y }).catch((error: RealtimeError) => show(error.message));
 */
export class RealtimeError extends Error {
  override readonly name = "RealtimeError";
  readonly code: RealtimeErrorCode;
  /** Which bound was met, with `limit_reached`: `socket`, `project`, `platform`. */
  readonly limit: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RealtimeErrorCode,
    message: string,
    { limit, retryAfterSeconds }: { limit?: string | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.limit = limit;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
