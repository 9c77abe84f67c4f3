export interface OutgoingRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The whole exchange must be over by then, the look-up of the name included. */
  timeoutMilliseconds: number;
  /** Not more than this is read of the answer's body. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface OutgoingAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Uint8Array;
  /** Whether the body was longer than the part that was read. */
  isCut: boolean;
}

type OutgoingFailure = "refused" | "unresolved" | "unreachable" | "certificate" | "timeout" | "stopped";

/** A request that got no answer. The message is a sentence for the member who chose the address. */
export class OutgoingHttpError extends Error {
  override name = "OutgoingHttpError";
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.failure = failure;
  }

  /** Pages are bundled apart from the adapters, and then have a class of their own of this name. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Error[Symbol.hasInstance](value) && (value as Error).name === "OutgoingHttpError";
  }
}

/** Asks addresses that customers chose. It never reaches addresses that only this machine or its network can reach. */
export interface OutgoingHttp {
  /** Throws `OutgoingHttpError` for an address that `send` would refuse as things are now. */
  check(url: string): Promise<void>;
  /** Redirects are answers like any other. Throws `OutgoingHttpError`. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
}
