import "server-only";
import { randomBytes } from "node:crypto";
import { isId } from "@/lib/core/ids";
import { directionOf, type Locale } from "@/lib/core/locale";
import type { DocumentProps } from "@/lib/hosted-pages/view/document";
import type { View } from "@/lib/hosted-pages/view/view";
import type { RouteHandler } from "@/lib/http/definition";
import { requestIdOf } from "@/lib/http/request-facts";
import { type PageSecurityOptions, pageSecurityHeaders } from "@/lib/http/security-headers";
import { continuePage } from "@/lib/http/sign-in/continue-page";
import { type AuthRouteDefinition, openContext } from "@/lib/http/sign-in/enter";
import { HostedQuery } from "@/lib/http/sign-in/form";
import { toServiceError } from "@/lib/http/to-service-error";
import { getRuntime, type Runtime } from "@/lib/runtime";
import { isTrustedAddress } from "@/lib/sign-in/callback-addresses";
import type { AuthContext, Tenant } from "@/lib/sign-in/context";
import { acceptSession, lookUpSession } from "@/lib/sign-in/sessions/find-active";
import { choiceOfLanguage, localeOf } from "./choice-of-language";
import { hostedClient, hostedFrame } from "./frame";
import { loadRenderer } from "./load-renderer";
import type { HostedAnswer, HostedRequest } from "./page";
import { hostedSearch, readQuery } from "./search";
import { type TextKey, textsFor } from "./texts";

interface HostedPage {
  operationId: string;
  summary: string;
  /** The last segment of its path. */
  name: string;
}

interface Arrival {
  request: Request;
  requestId: string;
  projectId: string;
  locale: Locale;
}

/**
 * A page that end users of a project sign in on. It answers in HTML, failures too: 404 for an unknown project, 403 for a
 * suspended one. Asking for one changes nothing; the session's cookie and all others come from the wire and from forms.
 */
export function defineHostedPage(
  page: HostedPage,
  build: (request: HostedRequest) => Promise<HostedAnswer>,
): RouteHandler {
  const definition: AuthRouteDefinition = {
    operationId: page.operationId,
    summary: page.summary,
    tag: "sign-in",
    auth: "project-path",
    reply: {
      200: { contentType: "text/html", description: "The page, in the visitor's language and the project's looks." },
      302: { contentType: null, description: "To where the page's purpose is done already." },
      403: { contentType: "text/html", description: "The project is suspended." },
      404: { contentType: "text/html", description: "There is no such project." },
    },
    signIn: { session: "optional", query: HostedQuery, isPage: true },
  };
  const handler = async (request: Request, route: { params: Promise<Record<string, string>> }): Promise<Response> => {
    const offeredId = request.headers.get("x-request-id");
    const runtime = await getRuntime();
    const requestId = requestIdOf(offeredId, runtime.random);
    const startedAt = performance.now();
    const { projectId = "" } = await route.params;
    const arrival = { request, requestId, projectId, locale: localeOf(request) };
    const response = await answer(runtime, page, build, arrival);
    runtime.observe(page.operationId, request.method, response.status, performance.now() - startedAt);
    return response;
  };
  return Object.assign(handler, { definition });
}

async function answer(
  runtime: Runtime,
  page: HostedPage,
  build: (request: HostedRequest) => Promise<HostedAnswer>,
  arrival: Arrival,
): Promise<Response> {
  const { request, requestId } = arrival;
  try {
    const ctx = await open(runtime, arrival);
    if (!ctx) return await sendPlain(arrival, 404, "notFound");
    if (ctx.tenant.status === "suspended") return await sendPlain(arrival, 403, "suspended", ctx.tenant);
    if (isFromAnotherSite(request)) return continuePage(addressOf(ctx, request), headersOf(requestId, newNonce()));
    const asked = readQuery(request.url);
    const { redirect_to, ...trusted } = asked;
    if (redirect_to !== undefined && !isTrustedAddress(redirect_to, ctx.tenant, ctx.baseUrl)) {
      return sendTo(ctx, hostedSearch(ctx, trusted).to("error", { error: "redirect" }));
    }
    const hosted = { ctx, locale: arrival.locale, search: hostedSearch(ctx, asked), asked };
    const built = await build(hosted);
    if ("redirect" in built) return sendTo(ctx, built.redirect);
    return await send(arrival, page, hosted, built);
  } catch (error) {
    const isAway = toServiceError(error).code === "service_unavailable";
    runtime.log.error({ err: error, requestId, operation: page.operationId }, "request failed");
    return sendPlain(arrival, isAway ? 503 : 500, "error");
  }
}

/** The project in the path with the session of its visitor; `null` for an unknown one. */
async function open(runtime: Runtime, { request, requestId, projectId }: Arrival): Promise<AuthContext | null> {
  const base = openContext(runtime, request.headers, requestId, projectId);
  const [tenant, found] = await Promise.all([
    isId("project", projectId) ? base.auth.tenants.find(projectId) : null,
    lookUpSession(base),
  ]);
  if (!tenant) return null;
  const ctx: AuthContext = { ...base, tenant, actor: { kind: "hosted-page", id: projectId, projectId } };
  ctx.session = acceptSession(ctx, found);
  return ctx;
}

/**
 * A link on another site, such as a web mailer, brings no Strict cookie, so the page would find nobody signed in. It is
 * asked for once more by a page of ours, with the cookie. Asking changes nothing, so nobody can be made to do something.
 */
function isFromAnotherSite({ headers, method }: Request): boolean {
  if (method !== "GET" || headers.get("sec-fetch-mode") !== "navigate") return false;
  return headers.get("sec-fetch-site") === "cross-site";
}

function addressOf({ baseUrl }: AuthContext, request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${baseUrl}${pathname}${search}`;
}

async function send(
  { request, requestId, locale }: Arrival,
  { name }: HostedPage,
  hosted: HostedRequest,
  built: Exclude<HostedAnswer, { redirect: string }>,
): Promise<Response> {
  const { title, view, query = {}, notice, withoutScripts, isWide } = built;
  const nonce = newNonce();
  const { allowedOrigins, frameAncestors } = hosted.ctx.tenant.settings;
  // A form leads back to the app in the end, which the policy must name.
  const headers = headersOf(requestId, nonce, { formTargets: allowedOrigins, frameAncestors });
  const chosen = choiceOfLanguage(request, locale, hosted.ctx.baseUrl);
  if (chosen !== null) headers.append("Set-Cookie", chosen);
  const frame = hostedFrame(hosted, { name, query });
  const { renderHostedPage } = await loadRenderer();
  const client = hostedClient(hosted);
  const html = renderHostedPage({ ...frame, title, nonce, notice, withoutScripts, isWide, view, client });
  return new Response(html, { headers });
}

/** A page of few words without what a project would bring. */
async function sendPlain(
  { requestId, locale }: Arrival,
  status: number,
  texts: "notFound" | "suspended" | "error",
  tenant?: Tenant,
): Promise<Response> {
  const nonce = newNonce();
  const t = textsFor(locale);
  const title = t(`${texts}.title` satisfies TextKey);
  const view: View = { name: "message", props: { title, text: t(`${texts}.text` satisfies TextKey) } };
  const page: DocumentProps = {
    locale,
    direction: directionOf(locale),
    title,
    nonce,
    brand: null,
    languages: null,
    legal: [],
  };
  const { renderHostedPage } = await loadRenderer();
  const html = renderHostedPage({ ...page, view, client: null });
  const frameAncestors = tenant?.settings.frameAncestors ?? [];
  return new Response(html, { status, headers: headersOf(requestId, nonce, { frameAncestors }) });
}

function sendTo(ctx: AuthContext, address: string): Response {
  const headers = headersOf(ctx.requestId, newNonce());
  headers.delete("Content-Type");
  headers.set("Location", new URL(address, ctx.baseUrl).href);
  return new Response(null, { status: 302, headers });
}

function headersOf(requestId: string, nonce: string, options: PageSecurityOptions = {}): Headers {
  return new Headers({
    ...pageSecurityHeaders(nonce, options),
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-store",
    Vary: "Accept-Language, Cookie",
    "X-Request-Id": requestId,
  });
}

function newNonce(): string {
  return randomBytes(16).toString("base64");
}
