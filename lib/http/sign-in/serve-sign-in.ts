import { type BrowserCookie, deletedCookie } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { countAddress } from "@/lib/sign-in/flow/limits";
import type { SignInResult } from "@/lib/sign-in/result";
import type { ActiveSession } from "@/lib/sign-in/session-user";
import { prolongSession } from "@/lib/sign-in/sessions/find-active";
import type { PathParams, SignInRouteDefinition } from "../definition";
import type { Answer } from "../plain-answer";
import { originDirectRejected } from "../request-facts";
import { type Exchange, serve } from "../serve";
import type { ServedRequest } from "../served-request";
import { corsHeaders } from "./cors";
import { enter, requireWritable } from "./enter";
import { isOwnFailure, signInErrorResponse, toSignInError } from "./error-response";
import { noteRefusal } from "./note-refusal";
import { letReadRefusal } from "./readable-refusals";
import { addCookies, respond } from "./respond";
import { noteUnlistedOrigin } from "./unlisted-origins";

type Input = Record<string, unknown>;

export interface SignInHandling {
  readInput(ctx: UserContext, request: ServedRequest, params: Record<string, string>): Promise<Input>;
  verb(ctx: UserContext, input: Input): Promise<unknown>;
  /** Returns the page that a refusal leads to, or `null` where its code is the answer. */
  refuse?(ctx: UserContext, input: Input, error: SignInError): Promise<SignInResult<unknown> | null>;
}

interface Progress {
  /** The request whose project is known, though it may be refused before anything is done for it. */
  entered: UserContext | null;
  /** The request that is served. */
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
  const headers = corsHeaders(null, []);
  const progress: Progress = { entered: null, ctx: null, headers, input: {}, cookies: [] };
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
  const entered = await enter(exchange, definition, params);
  progress.entered = entered;
  requireWritable(definition, entered, request.method);
  progress.ctx = entered;
  progress.headers = corsHeaders(request.headers.get("origin"), entered.project.settings.allowedOrigins);
  await countRequest(exchange, definition, entered);
  progress.input = await readInput(entered, request, params);
  const session = await renewSession(definition, entered, progress);
  const ctx = session === entered.session ? entered : { ...entered, session };
  progress.ctx = ctx;
  const output = await verb(ctx, progress.input);
  return respond(ctx, definition, output, progress);
}

const SPECULATIVE_FIELDS = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** Returns whether a browser loads an address that nobody has opened yet: a prefetch, a prerender or a preview. */
function isSpeculative({ headers }: ServedRequest): boolean {
  return SPECULATIVE_FIELDS.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ""));
}

/** Returns an answer that no browser keeps, so that the address is opened again by the person. */
function refuseSpeculation(headers: Headers): Response {
  headers.set("Cache-Control", "no-store");
  return new Response(null, { status: 503, headers });
}

/** Counts the request per client address. Throws `TOO_MANY_REQUESTS`. */
async function countRequest(
  { runtime }: Exchange,
  { signIn: { limit } }: SignInRouteDefinition,
  ctx: UserContext,
): Promise<void> {
  if (!limit) return;
  if (runtime.environment.mode === "production" && ctx.clientAddress === null) throw originDirectRejected();
  await countAddress(ctx, limit);
}

/** Prolongs the session, and deletes a cookie that none belongs to. Throws `UNAUTHORIZED` if the route requires one. */
async function renewSession(
  { signIn }: SignInRouteDefinition,
  ctx: UserContext,
  progress: Progress,
): Promise<ActiveSession | null> {
  if (signIn.session === "none") return null;
  if (ctx.session === null) {
    progress.cookies = ctx.sessionToken === null ? [] : [deletedCookie("session")];
    if (signIn.session === "required") throw new SignInError("UNAUTHORIZED");
    return null;
  }
  // Any value of the parameter means yes, as in better-auth.
  if (progress.input.disableRefresh) return ctx.session;
  const { session, cookies } = await prolongSession(ctx, ctx.session);
  progress.cookies = cookies;
  return session;
}

async function refuse(
  exchange: Exchange,
  definition: SignInRouteDefinition,
  handling: SignInHandling,
  progress: Progress,
  error: SignInError,
): Promise<Answer> {
  const { entered, ctx, headers, input } = progress;
  const { runtime, request } = exchange;
  const { requestId } = exchange.ctx;
  await noteRefusal(exchange, definition, entered, error);
  const cookies = [...progress.cookies, ...error.cookies];
  const result = ctx && (await handling.refuse?.(ctx, input, error));
  if (ctx && result) return respond(ctx, definition, result, { headers, cookies });
  const origin = request.headers.get("origin");
  if (origin !== null && error.code === "INVALID_ORIGIN") {
    noteUnlistedOrigin(runtime.log, { origin, requestId, projectId: ctx?.project.id ?? null });
  }
  if (definition.auth !== "project-path") await letReadRefusal(headers, error, runtime, { origin, requestId });
  const showsHint = runtime.environment.mode === "development";
  const response = signInErrorResponse(error, { definition, requestId, headers, showsHint });
  if (ctx) addCookies(ctx, response.headers, cookies);
  return response;
}
