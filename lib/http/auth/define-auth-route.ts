import { AuthError } from "@/lib/auth/auth-errors";
import type { AuthContext } from "@/lib/auth/context";
import { countAddress, parseClientAddress } from "@/lib/auth/limits";
import { readSessionCookie, sessionCookie, sessionCookieName } from "@/lib/auth/sessions/cookie";
import { acceptSession, lookUpSession, prolongSession } from "@/lib/auth/sessions/find-active";
import type { Context } from "@/lib/context";
import { getRuntime, type Runtime } from "@/lib/runtime";
import { PROJECT_ID_HEADER } from "@/lib/service";
import type { RouteDefinition, RouteHandler, SignInPromises } from "../definition";
import { apiHeaders, JSON_TYPE } from "../error-response";
import { readBytes } from "../read-body";
import { clientAddressOf, originDirectRejected, requestIdOf } from "../request-facts";
import { parseBody, readJson } from "./body";
import { requireTrustedAddresses } from "./callback-addresses";
import { corsHeaders } from "./cors";
import { authErrorResponse, isOwnFailure, toAuthError } from "./error-response";
import { requireTrustedLogin, requireTrustedOrigin } from "./origin";
import { type AuthenticatedTenant, authenticatePublicKey, readProjectHeader } from "./tenant";

export type AuthRouteDefinition = RouteDefinition & { auth: "public-key" | "project-header"; signIn: SignInPromises };

type AuthVerb<Ctx, Output> = (ctx: Ctx, input: never) => Promise<Output>;
type AnyAuthVerb = (ctx: AuthContext, input: Record<string, unknown>) => Promise<unknown>;

const MAX_USER_AGENT_LENGTH = 512;
const MAX_BODY_BYTES = 65_536;

/**
 * The one wrapper of every route of the sign-in wire: project and key, size, limits, body, origin, session, verb, reply.
 * Nothing is worked on before all of them have passed.
 */
export function defineAuthRoute<Ctx extends AuthContext, Output>(
  definition: AuthRouteDefinition,
  verb: AuthVerb<Ctx, Output>,
): RouteHandler {
  const handler = async (request: Request): Promise<Response> => {
    // The headers are read before anything else: that is what tells Next not to prerender a GET.
    const offeredId = request.headers.get("x-request-id");
    const runtime = await getRuntime();
    const requestId = requestIdOf(offeredId, runtime.random);
    const startedAt = performance.now();
    const response = await answer(runtime, definition, verb as unknown as AnyAuthVerb, request, requestId);
    runtime.observe(definition.operationId, request.method, response.status, performance.now() - startedAt);
    return response;
  };
  return Object.assign(handler, { definition });
}

async function answer(
  runtime: Runtime,
  definition: AuthRouteDefinition,
  verb: AnyAuthVerb,
  request: Request,
  requestId: string,
): Promise<Response> {
  let headers = corsHeaders(null, []);
  let ctx: AuthContext | null = null;
  try {
    const base = makeContext(runtime, request, requestId);
    ctx = await enter(runtime, definition, base, request);
    headers = corsHeaders(request.headers.get("origin"), ctx.tenant.settings.allowedOrigins);
    await countRequest(runtime, definition, ctx);
    const input = await readInput(definition, ctx, request);
    await requireSession(definition, ctx, input);
    const output = await verb(ctx, input);
    return reply(ctx, output, headers);
  } catch (error) {
    if (isOwnFailure(error)) {
      runtime.log.error({ err: error, requestId, operation: definition.operationId }, "request failed");
    }
    const response = authErrorResponse(toAuthError(error), requestId, headers);
    if (ctx) sendCookie(ctx, response.headers);
    return response;
  }
}

type OpenContext = Omit<AuthContext, "tenant">;

function makeContext(runtime: Runtime, request: Request, requestId: string): OpenContext {
  const header = clientAddressOf(request, runtime.environment.clientAddressHeader);
  const projectId = request.headers.get(PROJECT_ID_HEADER) ?? "";
  const base: Context = runtime.context({
    actor: { kind: "anonymous", id: "anonymous" },
    requestId,
    clientAddress: parseClientAddress(header),
  });
  return {
    ...base,
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH),
    sessionToken: readSessionCookie(request.headers.get("cookie"), sessionCookieName(projectId, base.baseUrl)),
    session: null,
    reply: { headers: new Headers(), cookie: undefined },
  };
}

/** Finds project and session at once; the session counts only when it is the project's. */
async function enter(
  runtime: Runtime,
  definition: AuthRouteDefinition,
  base: OpenContext,
  request: Request,
): Promise<AuthContext> {
  const wantsSession = definition.signIn.session !== "none";
  const [entered, found] = await Promise.all([
    definition.auth === "public-key" ? authenticatePublicKey(base, request) : readProjectHeader(base, request),
    wantsSession ? lookUpSession(base) : null,
  ]);
  const { tenant, actor } = entered;
  if (actor.kind === "public-key") runtime.projectKeyUses.record(actor.id, base.clock.now(), base.clientAddress);
  const ctx: AuthContext = { ...base, tenant, actor };
  ctx.session = acceptSession(ctx, found);
  requireWritable(definition, entered, request.method);
  return ctx;
}

/** Throws `READ_ONLY_KEY`, `PROJECT_SUSPENDED`. */
function requireWritable(definition: AuthRouteDefinition, entered: AuthenticatedTenant, method: string): void {
  if (method === "GET" || method === "HEAD") return;
  if (entered.isReadOnly) throw new AuthError("READ_ONLY_KEY");
  if (entered.tenant.status === "suspended" && !definition.signIn.worksWhileSuspended) {
    throw new AuthError("PROJECT_SUSPENDED");
  }
}

/** The limit of the client's address, counted before the body is read. */
async function countRequest(runtime: Runtime, definition: AuthRouteDefinition, ctx: AuthContext): Promise<void> {
  const { limit } = definition.signIn;
  if (!limit) return;
  if (runtime.environment.mode === "production" && ctx.clientAddress === null) throw originDirectRejected();
  await countAddress(ctx, limit);
}

/** In the order of the wire: JSON, origin of a request with a cookie, addresses, schema, origin of a sign-in. */
async function readInput(
  definition: AuthRouteDefinition,
  ctx: AuthContext,
  request: Request,
): Promise<Record<string, unknown>> {
  if (request.method === "GET" || request.method === "HEAD") return readQuery(definition, request.url);
  const { settings } = ctx.tenant;
  const body = readJson(request, await readBytes(request, MAX_BODY_BYTES));
  if (request.headers.has("cookie")) requireTrustedOrigin(request.headers, settings.allowedOrigins);
  requireTrustedAddresses(body, settings);
  const input = definition.body ? (parseBody(body, definition.body) as Record<string, unknown>) : {};
  if (definition.signIn.isLogin) requireTrustedLogin(request.headers, settings.allowedOrigins);
  return input;
}

function readQuery(definition: AuthRouteDefinition, url: string): Record<string, unknown> {
  const names = definition.signIn.query ?? [];
  if (names.length === 0 || !url.includes("?")) return {};
  const parameters = new URL(url).searchParams;
  return Object.fromEntries(names.map((name) => [name, parameters.get(name)]));
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

function reply(ctx: AuthContext, output: unknown, headers: Headers): Response {
  for (const [name, value] of Object.entries(apiHeaders(ctx.requestId))) headers.set(name, value);
  headers.set("Content-Type", JSON_TYPE);
  for (const [name, value] of ctx.reply.headers) headers.set(name, value);
  sendCookie(ctx, headers);
  return new Response(JSON.stringify(output), { headers });
}

function sendCookie(ctx: AuthContext, headers: Headers): void {
  const { cookie } = ctx.reply;
  if (cookie === undefined) return;
  headers.append("Set-Cookie", sessionCookie(sessionCookieName(ctx.tenant.id, ctx.baseUrl), cookie, ctx.baseUrl));
  headers.set("Cache-Control", "private, no-store");
}
