import { readAnswer, refusalOf } from "./answer";
import { FunctionsError } from "./functions-error";
import type { AnswerOf, BodyOf, FunctionHandler } from "./handler";
import { addressOf, bearerOf, type FunctionsOptions, requireFit } from "./options";

/**
 * The options of a call of a function.
 *
 * @example
 * const options: InvokeOptions = { signal: AbortSignal.timeout(5_000) };
 */
export interface InvokeOptions {
  /** Gives the call up; it rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** A body can be left out where the function doesn't say that it needs one. */
type Given<Handler extends FunctionHandler> =
  undefined extends BodyOf<Handler>
    ? [body?: BodyOf<Handler>, options?: InvokeOptions]
    : [body: BodyOf<Handler>, options?: InvokeOptions];

/**
 * The functions of one project.
 *
 * @example
 * const greet = (functions: ProjectFunctions, name: string) => functions.invoke("greet", { name });
 */
export interface ProjectFunctions {
  /**
   * Calls a function and returns its answer: JSON as a value, text as text, nothing as `undefined`, all else as a `Blob`.
   * A `Blob`, a `FormData`, bytes and a `URLSearchParams` are sent as they are, and everything else as JSON.
   */
  invoke<Handler extends FunctionHandler = FunctionHandler>(
    name: string,
    ...given: Given<Handler>
  ): Promise<AnswerOf<Handler>>;
  /** Calls a function and returns the `Response`, whose body can be read while it comes. */
  fetch<Handler extends FunctionHandler = FunctionHandler>(name: string, ...given: Given<Handler>): Promise<Response>;
}

/**
 * Creates the client of a project's functions.
 *
 * It throws a `TypeError` without a project id, and for a secret key in a browser.
 *
 * @example
 * export const functions = createFunctions({
 *   projectId: "p_4k9x2m7q1w8e5r3t6y0u",
 *   publicKey: "pk_coppice_auth_…",
 *   apiOrigin: "https://id.example.com",
 *   getToken: auth.getToken,
 * });
 *
 * const { total } = await functions.invoke<typeof import("../functions/checkout").default>("checkout", { items });
 */
export function createFunctions(options: FunctionsOptions): ProjectFunctions {
  requireFit(options);
  const call = async (name: string, body?: unknown, how: InvokeOptions = {}): Promise<Response> => {
    how.signal?.throwIfAborted();
    const bearer = await bearerOf(options);
    const sending = { method: "POST", credentials: "omit", redirect: "manual", body: toBody(body) ?? null } as const;
    const init: RequestInit = { ...how, ...sending };
    const headers = new Headers(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` });
    if (body !== undefined && !isSentAsItIs(body)) headers.set("content-type", "application/json");
    const sent = fetch(addressOf(options, name), { ...init, headers });
    const response = await orFailure(sent, how, "The service can't be reached.");
    if (!response.ok) throw await refusalOf(response);
    return response;
  };
  return {
    fetch: call,
    async invoke<Handler extends FunctionHandler>(name: string, body?: unknown, how: InvokeOptions = {}) {
      const response = await call(name, body, how);
      return (await orFailure(readAnswer(response), how, "The answer broke off.")) as AnswerOf<Handler>;
    },
  };
}

/** Somebody who gives up a call is told their own reason. */
async function orFailure<T>(work: Promise<T>, { signal }: InvokeOptions, message: string): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new FunctionsError("network_error", message, { cause });
  }
}

function toBody(body: unknown): BodyInit | undefined {
  return body === undefined ? undefined : isSentAsItIs(body) ? body : JSON.stringify(body);
}

type Bytes = Blob | FormData | URLSearchParams | ArrayBuffer | Uint8Array<ArrayBuffer>;

function isSentAsItIs(body: unknown): body is Bytes {
  return [Blob, FormData, URLSearchParams, ArrayBuffer, Uint8Array].some((kind) => body instanceof kind);
}
