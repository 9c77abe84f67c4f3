import type { BrowserCookie } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";
import type { SignInError } from "@/lib/sign-in/errors";
import type { SignInResult } from "@/lib/sign-in/result";
import type { PathParams, SignInRouteDefinition } from "../definition";
import { type Exchange, serve } from "../serve";
import { corsHeaders } from "./cors";
import { countRequest } from "./count-request";
import { enter } from "./enter";
import { isOwnFailure, signInErrorResponse, toSignInError } from "./error-response";
import { requireSession } from "./require-session";
import { addCookies, respond } from "./respond";

type Input = Record<string, unknown>;

export interface SignInHandling {
  readInput(ctx: UserContext, request: Request, params: Record<string, string>): Promise<Input>;
  verb(ctx: UserContext, input: Input): Promise<unknown>;
  /** Returns what a refusal leads to, or `null` where its code is the answer. */
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
  request: Request,
  path: PathParams,
  handling: SignInHandling,
): Promise<Response> {
  const progress: Progress = { ctx: null, headers: corsHeaders(null, []), input: {}, cookies: [] };
  return serve(definition, request, (exchange) => answer(exchange, definition, path, handling, progress), {
    isOwnFailure,
    respond: (error, exchange) => refuse(exchange, definition, handling, progress, toSignInError(error)),
  });
}

async function answer(
  exchange: Exchange,
  definition: SignInRouteDefinition,
  path: PathParams,
  { readInput, verb }: SignInHandling,
  progress: Progress,
): Promise<Response> {
  const { request } = exchange;
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
  { ctx: { requestId } }: Exchange,
  definition: SignInRouteDefinition,
  handling: SignInHandling,
  progress: Progress,
  error: SignInError,
): Promise<Response> {
  const { ctx, headers, input } = progress;
  const cookies = [...progress.cookies, ...error.cookies];
  const result = ctx && (await handling.refuse?.(ctx, input, error));
  if (ctx && result) return respond(ctx, definition, result, { headers, cookies });
  const response = signInErrorResponse(error, { definition, requestId, headers });
  if (ctx) addCookies(ctx, response.headers, cookies);
  return response;
}
