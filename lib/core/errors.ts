import type { ErrorCode } from "./error-table";

export interface ErrorDetail {
  path: string;
  message: string;
}

/** The actor and the permission it lacked; the log tells them to the operator. */
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
  /** These fields stand in the body beside the envelope. */
  fields?: Record<string, string | null>;
  refused?: RefusedActor;
  /** Facts for the dashboard's pages; answers over HTTP leave them out. */
  notes?: Readonly<Record<string, unknown>>;
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
  readonly fields: Record<string, string | null>;
  readonly refused: RefusedActor | undefined;
  readonly notes: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "ServiceError";
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.fields = options.fields ?? {};
    this.refused = options.refused;
    this.notes = options.notes ?? {};
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
