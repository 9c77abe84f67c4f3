import { AuthError } from "@/lib/sign-in/auth-errors";
import type { AuthContext } from "@/lib/sign-in/context";
import { countAddress } from "@/lib/sign-in/limits";
import { prolongSession } from "@/lib/sign-in/sessions/find-active";
import type { PathParams, SignInRouteDefinition } from "../definition";
import { originDirectRejected } from "../request-facts";
import { type Exchange, serve } from "../serve";
import { corsHeaders } from "./cors";
import { enter } from "./enter";
import { authErrorResponse, isOwnFailure, toAuthError } from "./error-response";
import { respond, sendCookies } from "./respond";

type Input = Record<string, unknown>;

/** What a kind of route of the sign-in wire does its own way. */
export interface SignInHandling {
  readInput(ctx: AuthContext, request: Request, params: Record<string, string>): Promise<Input>;
  verb(ctx: AuthContext, input: Input): Promise<unknown>;
  /** Returns what a refusal leads to where it is not told by its code, or `null`. */
  refuse?(ctx: AuthContext, input: Input, error: AuthError): Promise<null | true>;
}

/** What is known of a request when it is refused. */
interface Progress {
  ctx: AuthContext | null;
  headers: Headers | null;
  input: Input;
}

/**
 * Serves a request of the sign-in wire: project and key, limits, input, session and verb, in this order. Nothing is
 * worked on before all of them have passed.
 */
export function serveSignIn(
  definition: SignInRouteDefinition,
  request: Request,
  path: PathParams,
  handling: SignInHandling,
): Promise<Response> {
  const progress: Progress = { ctx: null, headers: null, input: {} };
  return serve(definition, request, (exchange) => answer(exchange, definition, path, handling, progress), {
    isOwnFailure,
    respond: (error, exchange) => refuse(exchange, definition, handling, progress, toAuthError(error)),
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
  progress.headers = corsHeaders(request.headers.get("origin"), ctx.tenant.settings.allowedOrigins);
  await countRequest(exchange, definition, ctx);
  progress.input = await readInput(ctx, request, params);
  await requireSession(definition, ctx, progress.input);
  const output = await verb(ctx, progress.input);
  return respond(ctx, definition, output, progress.headers);
}

async function refuse(
  { ctx: { requestId } }: Exchange,
  definition: SignInRouteDefinition,
  handling: SignInHandling,
  { ctx, headers, input }: Progress,
  error: AuthError,
): Promise<Response> {
  const fields = headers ?? corsHeaders(null, []);
  if (ctx && (await handling.refuse?.(ctx, input, error))) return respond(ctx, definition, null, fields);
  const response = authErrorResponse(error, { definition, requestId, headers: fields });
  if (ctx) sendCookies(ctx, response.headers);
  return response;
}

/** The limit of the client's address, counted before the body is read. */
async function countRequest(
  { runtime }: Exchange,
  { signIn: { limit } }: SignInRouteDefinition,
  ctx: AuthContext,
): Promise<void> {
  if (!limit) return;
  if (runtime.environment.mode === "production" && ctx.clientAddress === null) throw originDirectRejected();
  await countAddress(ctx, limit);
}

/** Prolongs the session in use. A cookie without a session is deleted. Throws `UNAUTHORIZED`. */
async function requireSession({ signIn }: SignInRouteDefinition, ctx: AuthContext, input: Input): Promise<void> {
  if (signIn.session === "none") return;
  if (ctx.session === null) {
    if (ctx.sessionToken !== null) ctx.reply.cookie = null;
    if (signIn.session === "required") throw new AuthError("UNAUTHORIZED");
    return;
  }
  // Any value means yes, as in better-auth.
  if (input.disableRefresh) return;
  ctx.session = await prolongSession(ctx, ctx.session);
}
