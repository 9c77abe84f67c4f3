import { getRuntime, type Runtime } from "@/lib/runtime";
import { AuthError, type AuthErrorCode } from "@/lib/sign-in/auth-errors";
import { requireTrustedAddresses } from "@/lib/sign-in/callback-addresses";
import type { AuthContext } from "@/lib/sign-in/context";
import { countAddress } from "@/lib/sign-in/limits";
import { sessionCookie, sessionCookieName } from "@/lib/sign-in/sessions/cookie";
import { prolongSession } from "@/lib/sign-in/sessions/find-active";
import type { RouteHandler } from "../definition";
import { apiHeaders, JSON_TYPE } from "../error-response";
import { readBytes } from "../read-body";
import { originDirectRejected, requestIdOf } from "../request-facts";
import { parseInput, readJson } from "./body";
import { continuePage } from "./continue-page";
import { corsHeaders } from "./cors";
import { type Arrival, type AuthRouteDefinition, enter } from "./enter";
import { authErrorResponse, isOwnFailure, toAuthError } from "./error-response";
import { carriedBy, readForm, refuseForm } from "./form";
import { requireTrustedLogin, requireTrustedOrigin } from "./origin";

type AuthVerb<Ctx, Output> = (ctx: Ctx, input: never) => Promise<Output>;
type AnyAuthVerb = (ctx: AuthContext, input: Record<string, unknown>) => Promise<unknown>;

const MAX_BODY_BYTES = 65_536;
/** Refusals that say the form was not the service's own: nothing of it leads anywhere. */
const FOREIGN: ReadonlySet<AuthErrorCode> = new Set(["INVALID_ORIGIN", "MISSING_OR_NULL_ORIGIN"]);

/**
 * The one wrapper of every route of the sign-in wire: project and key, size, limits, body, origin, session, verb, reply.
 * Nothing is worked on before all of them have passed.
 */
export function defineAuthRoute<Ctx extends AuthContext, Output>(
  definition: AuthRouteDefinition,
  verb: AuthVerb<Ctx, Output>,
): RouteHandler {
  const handler = async (request: Request, route: { params: Promise<Record<string, string>> }): Promise<Response> => {
    // The headers are read before anything else: that is what tells Next not to prerender a GET.
    const offeredId = request.headers.get("x-request-id");
    const runtime = await getRuntime();
    const requestId = requestIdOf(offeredId, runtime.random);
    const startedAt = performance.now();
    const needsParams = definition.signIn.params !== undefined || definition.auth === "project-path";
    const arrival = { request, requestId, params: needsParams ? await route.params : {} };
    const response = await answer(runtime, definition, verb as unknown as AnyAuthVerb, arrival);
    runtime.observe(definition.operationId, request.method, response.status, performance.now() - startedAt);
    return response;
  };
  return Object.assign(handler, { definition });
}

async function answer(
  runtime: Runtime,
  definition: AuthRouteDefinition,
  verb: AnyAuthVerb,
  arrival: Arrival,
): Promise<Response> {
  const { request, requestId } = arrival;
  let headers = corsHeaders(null, []);
  let ctx: AuthContext | null = null;
  let input: Record<string, unknown> = {};
  try {
    ctx = await enter(runtime, definition, arrival);
    headers = corsHeaders(request.headers.get("origin"), ctx.tenant.settings.allowedOrigins);
    await countRequest(runtime, definition, ctx);
    input = await readInput(definition, ctx, arrival);
    await requireSession(definition, ctx, input);
    const output = await verb(ctx, input);
    return reply(ctx, definition, output, headers);
  } catch (error) {
    if (isOwnFailure(error)) {
      runtime.log.error({ err: error, requestId, operation: definition.operationId }, "request failed");
    }
    const refusal = toAuthError(error);
    if (ctx && definition.signIn.form !== undefined && !FOREIGN.has(refusal.code)) {
      await refuseForm(ctx, { page: definition.signIn.form, url: request.url, email: input.email }, refusal);
      return reply(ctx, definition, null, headers);
    }
    const response = authErrorResponse(refusal, { definition, requestId, headers });
    if (ctx) sendCookies(ctx, response.headers);
    return response;
  }
}

/** The limit of the client's address, counted before the body is read. */
async function countRequest(runtime: Runtime, definition: AuthRouteDefinition, ctx: AuthContext): Promise<void> {
  const { limit } = definition.signIn;
  if (!limit) return;
  if (runtime.environment.mode === "production" && ctx.clientAddress === null) throw originDirectRejected();
  await countAddress(ctx, limit);
}

/**
 * In the order of the wire: JSON, origin of a request with a cookie, addresses, schema, origin of a sign-in. The pages
 * of the service itself are trusted like the app's.
 */
async function readInput(
  definition: AuthRouteDefinition,
  ctx: AuthContext,
  { request, params }: Arrival,
): Promise<Record<string, unknown>> {
  const { signIn } = definition;
  const inPath = Object.fromEntries((signIn.params ?? []).map((name) => [name, params[name] ?? ""]));
  if (request.method === "GET" || request.method === "HEAD") {
    return { ...readQuery(definition, ctx, request.url), ...inPath };
  }
  if (signIn.form !== undefined) return readFormInput(definition, ctx, request);
  if (signIn.isFormResponse) {
    const fields = readForm(request, await readBytes(request, MAX_BODY_BYTES));
    return { ...readQuery(definition, ctx, request.url, fields), ...inPath };
  }
  const trusted = [...ctx.tenant.settings.allowedOrigins, ctx.baseUrl];
  const body = readJson(request, await readBytes(request, MAX_BODY_BYTES));
  if (request.headers.has("cookie")) requireTrustedOrigin(request.headers, trusted);
  requireTrustedAddresses(body, ctx.tenant, ctx.baseUrl);
  const input = definition.body ? (parseInput(body, definition.body, "body") as Record<string, unknown>) : {};
  if (signIn.isLogin) requireTrustedLogin(request.headers, trusted);
  return { ...input, ...inPath };
}

/** A form is the service's own page's, with a cookie or without. Nobody but a browser posts one. */
async function readFormInput(
  definition: AuthRouteDefinition,
  ctx: AuthContext,
  request: Request,
): Promise<Record<string, unknown>> {
  requireTrustedOrigin(request.headers, [ctx.baseUrl]);
  const carried = carriedBy(request.url);
  requireTrustedAddresses(carried, ctx.tenant, ctx.baseUrl);
  const fields = readForm(request, await readBytes(request, MAX_BODY_BYTES));
  const input = definition.body ? (parseInput(fields, definition.body, "body") as Record<string, unknown>) : {};
  return { ...input, carried };
}

function readQuery(
  { signIn }: AuthRouteDefinition,
  ctx: AuthContext,
  url: string,
  fields: Record<string, string> = {},
): Record<string, unknown> {
  if (!signIn.query) return {};
  const given = { ...(url.includes("?") ? Object.fromEntries(new URL(url).searchParams) : {}), ...fields };
  requireTrustedAddresses(given, ctx.tenant, ctx.baseUrl);
  return parseInput(given, signIn.query, "query");
}

/** Prolongs the session in use. A cookie without a session is deleted. Throws `UNAUTHORIZED`. */
async function requireSession(
  definition: AuthRouteDefinition,
  ctx: AuthContext,
  input: Record<string, unknown>,
): Promise<void> {
  if (definition.signIn.session === "none") return;
  if (ctx.session === null) {
    if (ctx.sessionToken !== null) ctx.reply.cookie = null;
    if (definition.signIn.session === "required") throw new AuthError("UNAUTHORIZED");
    return;
  }
  // Any value means yes, as in better-auth.
  if (input.disableRefresh) return;
  ctx.session = await prolongSession(ctx, ctx.session);
}

function reply(ctx: AuthContext, definition: AuthRouteDefinition, output: unknown, headers: Headers): Response {
  for (const [name, value] of Object.entries(apiHeaders(ctx.requestId))) headers.set(name, value);
  for (const [name, value] of ctx.reply.headers) headers.set(name, value);
  sendCookies(ctx, headers);
  if (ctx.reply.redirect !== null) {
    headers.set("Location", new URL(ctx.reply.redirect, ctx.baseUrl).href);
    // After a POST the next page is asked for by GET.
    return new Response(null, { status: definition.signIn.form === undefined ? 302 : 303, headers });
  }
  if (ctx.reply.continueTo !== undefined) return continuePage(ctx.reply.continueTo, headers);
  headers.set("Content-Type", JSON_TYPE);
  return new Response(ctx.reply.text ?? JSON.stringify(output), { headers });
}

function sendCookies(ctx: AuthContext, headers: Headers): void {
  const { cookie, setCookies } = ctx.reply;
  for (const field of setCookies) headers.append("Set-Cookie", field);
  if (cookie !== undefined) {
    headers.append("Set-Cookie", sessionCookie(sessionCookieName(ctx.tenant.id, ctx.baseUrl), cookie, ctx.baseUrl));
  }
  if (cookie !== undefined || setCookies.length > 0) headers.set("Cache-Control", "private, no-store");
}
