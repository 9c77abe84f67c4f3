interface ErrorDefinition {
  status: number;
  retryable: boolean;
  meaning: string;
}

export const ERRORS = {
  invalid_json: { status: 400, retryable: false, meaning: "The body is not valid UTF-8 JSON." },
  invalid_request: {
    status: 400,
    retryable: false,
    meaning: "A field or parameter is missing, unknown or of the wrong type; `details` names it.",
  },
  invalid_name: {
    status: 400,
    retryable: false,
    meaning:
      "The name is empty, longer than 40 characters after trimming, or holds line breaks, control characters or invisible ones.",
  },
  invalid_id: { status: 400, retryable: false, meaning: "The id in the path was never an id." },
  unauthorized: {
    status: 401,
    retryable: false,
    meaning: "The bearer key is missing, malformed, unknown, expired or revoked.",
  },
  limit_reached: { status: 402, retryable: false, meaning: "A limit of the organisation's plan is reached." },
  plan_excluded: { status: 402, retryable: false, meaning: "The organisation's plan does not include this feature." },
  over_quota: {
    status: 402,
    retryable: false,
    meaning: "The database took more space, or more of its host, than it may have, and is closed for a while.",
  },
  feature_disabled: { status: 402, retryable: false, meaning: "The feature is switched off." },
  key_scope_too_narrow: {
    status: 403,
    retryable: false,
    meaning:
      "The key's scope does not reach that far: a key of one database where an organisation-wide one is needed, or a project's key of a lesser scope.",
  },
  server_key_in_browser: {
    status: 403,
    retryable: false,
    meaning:
      "A server key came from a browser, where anybody can read it: use it on servers only, and revoke this one.",
  },
  read_only_key: { status: 403, retryable: false, meaning: "The key is read-only; this route needs a read-write key." },
  management_not_enabled: {
    status: 403,
    retryable: false,
    meaning: "The operator has not switched the management API on for this organisation.",
  },
  missing_permission: { status: 403, retryable: false, meaning: "The member lacks the permission." },
  project_suspended: {
    status: 403,
    retryable: false,
    meaning: "The project is suspended: it can be read, not changed, and nobody can sign in.",
  },
  origin_direct_rejected: {
    status: 403,
    retryable: false,
    meaning: "The request did not come through the ingress proxy, which sets the client's address.",
  },
  foreign_origin: {
    status: 403,
    retryable: false,
    meaning: "Only pages of the service itself may ask this, and the request did not come from one.",
  },
  not_found: { status: 404, retryable: false, meaning: "There is nothing at this path." },
  database_not_found: { status: 404, retryable: false, meaning: "There is no such database." },
  project_not_found: { status: 404, retryable: false, meaning: "There is no such project." },
  method_not_allowed: {
    status: 405,
    retryable: false,
    meaning: "The path exists, but not with this method; `Allow` lists the ones it has.",
  },
  request_timeout: {
    status: 408,
    retryable: true,
    meaning: "The request was sent too slowly, or what it asked for took longer than it may.",
  },
  name_taken: {
    status: 409,
    retryable: false,
    meaning: "A database or branch of the organisation has this name; for a project, another project has it.",
  },
  database_not_ready: {
    status: 409,
    retryable: true,
    meaning: "The database is being made, changed or has failed; try again when it is `ready`.",
  },
  not_a_test_user: {
    status: 409,
    retryable: false,
    meaning: "A real user has this address; testing tokens sign in test users only.",
  },
  conflict: {
    status: 409,
    retryable: false,
    meaning: "The change does not fit the present state: it exists already, or something still depends on it.",
  },
  change_conflict: {
    status: 409,
    retryable: false,
    meaning: "The rows are not as they were left any more, so nothing was changed.",
  },
  idempotency_in_flight: {
    status: 409,
    retryable: true,
    meaning: "A request with this Idempotency-Key is still running.",
  },
  body_too_large: { status: 413, retryable: false, meaning: "The body is larger than the route allows." },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    meaning: "The body must be sent as `application/json`, without a content encoding.",
  },
  idempotency_mismatch: {
    status: 422,
    retryable: false,
    meaning: "This Idempotency-Key was used with another body.",
  },
  rate_limited: { status: 429, retryable: true, meaning: "Too many requests; `Retry-After` says when to try again." },
  internal_error: {
    status: 500,
    retryable: true,
    meaning: "Something failed here. The cause is in the service's log under the request id.",
  },
  host_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The cluster that holds the database does not answer, or no cluster has room.",
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The service's own database does not answer.",
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetail {
  path: string;
  message: string;
}

/** Who lacked which permission; the log tells it to the operator. */
export interface RefusedActor {
  actorKind: string;
  actorId: string;
  organisationId: string | null;
  permission: string;
}

interface ServiceErrorOptions {
  details?: ErrorDetail[];
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  refused?: RefusedActor;
  cause?: unknown;
}

const SERVICE_ERROR = Symbol.for("service-error");

/** The caller is told the code and message; any other thrown error becomes `internal_error`. */
export class ServiceError extends Error {
  /** Recognises errors across bundles: the server and the pages each have their own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore-start lint/complexity/noThisInStatic: a class that extends this one is asked about itself
    if (this !== ServiceError) return Function.prototype[Symbol.hasInstance].call(this, value);
    // biome-ignore-end lint/complexity/noThisInStatic: only these
    return typeof value === "object" && value !== null && SERVICE_ERROR in value;
  }

  readonly [SERVICE_ERROR] = true;
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;
  readonly refused: RefusedActor | undefined;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "ServiceError";
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.refused = options.refused;
  }
}

export class HostUnavailableError extends ServiceError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof ServiceError && value.name === "HostUnavailableError";
  }

  constructor(message: string, cause?: unknown) {
    super("host_unavailable", message, { retryAfterSeconds: 5, cause });
    this.name = "HostUnavailableError";
  }
}
