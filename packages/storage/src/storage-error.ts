/**
 * The reason of a failure. The list is open: any other code is the service's own.
 *
 * - `missing_permission`: the bucket's policy doesn't allow this. The message names the rule.
 * - `object_not_found`, `bucket_not_found`: it isn't there, or isn't theirs to see.
 * - `invalid_key`: the key can't be one of an object.
 * - `body_too_large`: the object is larger than the plan, the bucket or the rule allows.
 * - `limit_reached`: the project has no room left.
 * - `type_not_allowed`: the bucket doesn't take this type.
 * - `precondition_failed`: the key has an object already.
 * - `unauthorized`, `token_expired`: there is no key or token, or it isn't valid any more.
 * - `foreign_origin`: the page's origin is none of the project's allowed origins.
 * - `rate_limited`: there were too many requests. `retryAfterSeconds` is the time to wait.
 * - `tus_missing`: the app doesn't have `tus-js-client`, which a resumable upload needs.
 * - `network_error`: the service could not be reached.
 * - `service_error`: the service failed, or something else answered in its place.
 *
 * @example
 * if (error instanceof StorageError && error.code === "limit_reached") showUpgrade();
 */
export type StorageErrorCode =
  | "missing_permission"
  | "object_not_found"
  | "bucket_not_found"
  | "invalid_key"
  | "body_too_large"
  | "limit_reached"
  | "type_not_allowed"
  | "precondition_failed"
  | "unauthorized"
  | "token_expired"
  | "foreign_origin"
  | "rate_limited"
  | "tus_missing"
  | "network_error"
  | "service_error"
  | (string & {});

interface Facts {
  status?: number;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/**
 * The error that every method rejects with when the service refuses or can't be reached.
 *
 * @example
 * try {
 *   await avatars.upload("ada.png", file);
 * } catch (error) {
 *   if (error instanceof StorageError) show(error.message);
 * }
 */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: StorageErrorCode;
  /** The status of the answer; 0 without one. */
  readonly status: number;
  /** Names the request to those who run the service. */
  readonly requestId: string | undefined;
  /** The time to wait after `rate_limited`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: StorageErrorCode,
    message: string,
    { status = 0, requestId, retryAfterSeconds, cause }: Facts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function unreachable(cause: unknown): StorageError {
  return new StorageError("network_error", "The service can't be reached.", { cause });
}

/** Reads a refusal, `{ error: { code, message, requestId } }`. One of another form comes from something in between. */
export function readRefusal(status: number, text: string, retryAfter: string | null): StorageError {
  const { code, message, requestId } = parse(text)?.error ?? {};
  const retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  const ownCode = status === 429 ? "rate_limited" : status === 404 ? "not_found" : "service_error";
  return new StorageError(code ?? ownCode, message ?? `The service answered with ${status}.`, {
    ...{ status, requestId, retryAfterSeconds },
  });
}

function parse(text: string): { error?: { code?: string; message?: string; requestId?: string } } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
