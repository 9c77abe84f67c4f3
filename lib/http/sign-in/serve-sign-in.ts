import type { Runtime } from "@/lib/runtime";
import type { UserContext } from "@/lib/sign-in/context";
import type { SignInError, SignInErrorCode } from "@/lib/sign-in/errors";
import type { BrowserCookie } from "@/lib/sign-in/flow/browser-cookie";
import type { SignInResult } from "@/lib/sign-in/result";
import type { PathParams, SignInRouteDefinition } from "../definition";
import type { Answer } from "../plain-answer";
import { type Exchange, serve } from "../serve";
import type { ServedRequest } from "../served-request";
import { corsHeaders } from "./cors";
import { countRequest } from "./count-request";
import { enter } from "./enter";
import { isOwnFailure, signInErrorResponse, toSignInError } from "./error-response";
import { noteRefusal } from "./note-refusal";
import { mayReadRefusals } from "./readable-refusals";
import { requireSession } from "./require-session";
import { addCookies, respond } from "./respond";
import { isSpeculative, refuseSpeculation } from "./speculative";
import { noteUnlistedOrigin } from "./unlisted-origins";

type Input = Record<string, unknown>;

export interface SignInHandling {
  readInput(ctx: UserContext, request: ServedRequest, params: Record<string, string>): Promise<Input>;
  verb(ctx: UserContext, input: Input): Promise<unknown>;
  /** Returns the page that a refusal leads to, or `null` where its code is the answer. */
  refuse?(ctx: UserContext, input: Input, error: SignInError): Promise<SignInResult<unknown> | null>;
}

interface Progress {
  ctx: UserContext | null;
  headers: Headers;
  input: Input;
  /** The cookies belong to the request's own session. */
  cookies: BrowserCookie[];
}

/** Checks project and key, limits, input and session, in this order, before the verb does any work. */
export function serveSignIn(
  definition: SignInRouteDefinition,
  request: ServedRequest,
  path: PathParams,
  handling: SignInHandling,
): Promise<Answer> {
  const progress: Progress = { ctx: null, headers: corsHeaders(null, []), input: {}, cookies: [] };
  return serve(definition, request, (exchange) => answer(exchange, definition, path, handling, progress), {
    isOwnFailure,
    codeFor: (error) => toSignInError(error).code,
    respond: (error, exchange) => refuse(exchange, definition, handling, progress, toSignInError(error)),
  });
}

async function answer(
  exchange: Exchange,
  definition: SignInRouteDefinition,
  path: PathParams,
  { readInput, verb }: SignInHandling,
  progress: Progress,
): Promise<Answer> {
  const { request } = exchange;
  // An address of this wire may work once, so a request that nobody has opened yet uses nothing up.
  if (isSpeculative(request)) return refuseSpeculation(progress.headers);
  const needsPath = definition.signIn.params !== undefined || definition.auth === "project-path";
  const params = needsPath ? await path : {};
  const ctx = await enter(exchange, definition, params);
  progress.ctx = ctx;
  progress.headers = corsHeaders(request.headers.get("origin"), ctx.project.settings.allowedOrigins);
  await countRequest(exchange, definition, ctx);
  progress.input = await readInput(ctx, request, params);
  progress.cookies = await requireSession(definition, ctx, progress.input);
  const output = await verb(ctx, progress.input);
  return respond(ctx, definition, output, progress);
}

async function refuse(
  exchange: Exchange,
  definition: SignInRouteDefinition,
  handling: SignInHandling,
  progress: Progress,
  error: SignInError,
): Promise<Answer> {
  const { ctx, headers, input } = progress;
  const { runtime, request } = exchange;
  const { requestId } = exchange.ctx;
  await noteRefusal(exchange, definition, error);
  const cookies = [...progress.cookies, ...error.cookies];
  const result = ctx && (await handling.refuse?.(ctx, input, error));
  if (ctx && result) return respond(ctx, definition, result, { headers, cookies });
  const origin = request.headers.get("origin");
  if (origin !== null && error.code === "INVALID_ORIGIN") {
    noteUnlistedOrigin(runtime.log, { origin, requestId, projectId: ctx?.project.id ?? null });
  }
  if (definition.auth !== "project-path" && SETUP_CODES.has(error.code)) {
    await letRead(headers, runtime, origin, requestId);
  }
  const showsHint = runtime.environment.mode === "development";
  const response = signInErrorResponse(error, { definition, requestId, headers, showsHint });
  if (ctx) addCookies(ctx, response.headers, cookies);
  return response;
}

/** The refusals of a request whose project, key or origin is set up wrong. */
const SETUP_CODES: ReadonlySet<SignInErrorCode> = new Set([
  ...(["INVALID_PUBLIC_KEY", "INVALID_PROJECT", "READ_ONLY_KEY", "PROJECT_SUSPENDED"] as const),
  ...(["INVALID_ORIGIN", "MISSING_OR_NULL_ORIGIN"] as const),
]);

/** Lets the page read why it was refused, where the project was not found or does not list its origin. */
async function letRead(headers: Headers, runtime: Runtime, origin: string | null, requestId: string): Promise<void> {
  if (origin === null || headers.has("Access-Control-Allow-Origin")) return;
  if (!(await mayReadRefusals(runtime, origin, requestId))) return;
  for (const [name, value] of corsHeaders(origin, [origin])) headers.set(name, value);
}
