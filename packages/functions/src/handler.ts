/**
 * The export of a function: `fetch` by itself, or an object with it as the default.
 *
 * @example
 * const hello: FunctionHandler = { fetch: () => new Response("hello") };
 */
export interface FunctionHandler {
  fetch(request: never): Response | Promise<Response>;
}

/**
 * A request whose body is this JSON. Nothing checks it: a function still looks at its input.
 *
 * @example
 * async function fetch(request: JsonRequest<{ name: string }>) {
 *   const { name } = await request.json();
 *   return new Response(`Hello ${name}`);
 * }
 */
export interface JsonRequest<Body> extends Omit<Request, "json"> {
  json(): Promise<Body>;
}

declare const ANSWER: unique symbol;

/**
 * An answer whose body is this JSON, as `Response.json` makes it.
 *
 * @example
 * const total = (cents: number): JsonResponse<{ cents: number }> => Response.json({ cents });
 */
export interface JsonResponse<Answer> extends Response {
  /** There for the types alone. */
  readonly [ANSWER]?: Answer;
}

/**
 * The body that a function takes.
 *
 * @example
 * type Cart = BodyOf<typeof import("../functions/checkout").default>;
 */
export type BodyOf<Handler extends FunctionHandler> = Handler["fetch"] extends (request: infer Taken) => unknown
  ? [Taken] extends [never]
    ? unknown
    : Taken extends { json(): Promise<infer Body> }
      ? Body
      : unknown
  : unknown;

/**
 * The answer of a function: `unknown` unless it says so by `JsonResponse`.
 *
 * @example
 * type Total = AnswerOf<typeof import("../functions/checkout").default>;
 */
export type AnswerOf<Handler extends FunctionHandler> =
  Awaited<ReturnType<Handler["fetch"]>> extends JsonResponse<infer Answer> ? Answer : unknown;
