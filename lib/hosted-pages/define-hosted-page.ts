import "server-only";
import { isId } from "@/lib/core/ids";
import type { Handler, RouteHandler, SignInRouteDefinition } from "@/lib/http/definition";
import { type Exchange, serve } from "@/lib/http/serve";
import { openContext } from "@/lib/http/sign-in/enter";
import { toServiceError } from "@/lib/http/to-service-error";
import { isTrustedAddress } from "@/lib/sign-in/callback-addresses";
import type { UserContext } from "@/lib/sign-in/context";
import { acceptSession, lookUpSession } from "@/lib/sign-in/sessions/find-active";
import { HostedQuery } from "./carried";
import { sendContinuePage, sendPage, sendPlainPage, sendRedirect } from "./looks/respond";
import type { HostedAnswer, HostedRequest } from "./page";
import { hostedSearch, readQuery } from "./search";
import { localeOf } from "./words/choice-of-language";

interface HostedPage {
  operationId: string;
  summary: string;
  /** The last segment of its path. */
  name: string;
}

type Build = (request: HostedRequest) => Promise<HostedAnswer>;

/**
 * Makes the handler of a page that end users of a project sign in on. It answers in HTML, failures too: 404 for an
 * unknown project, 403 for a suspended one. A GET changes nothing; cookies of sign-ins come from the wire and from forms.
 */
export function defineHostedPage({ name, operationId, summary }: HostedPage, build: Build): RouteHandler {
  const definition: SignInRouteDefinition = {
    operationId,
    summary,
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
  const handler: Handler = (request, { params }) =>
    serve(definition, request, async (exchange) => answer(exchange, name, build, (await params).projectId ?? ""), {
      isOwnFailure: () => true,
      respond: refuse,
    });
  return Object.assign(handler, { definition });
}

async function answer(exchange: Exchange, name: string, build: Build, projectId: string): Promise<Response> {
  const { request } = exchange;
  const locale = localeOf(request);
  const { requestId } = exchange.ctx;
  const ctx = await open(exchange, projectId);
  if (!ctx) return sendPlainPage({ requestId, locale }, 404, "notFound");
  if (ctx.project.status === "suspended") return sendPlainPage({ requestId, locale }, 403, "suspended", ctx.project);
  if (isFromAnotherSite(request)) return sendContinuePage(ctx, addressOf(ctx, request));
  const asked = readQuery(request.url);
  const { redirect_to, ...trusted } = asked;
  if (redirect_to !== undefined && !isTrustedAddress(redirect_to, ctx.project, ctx.baseUrl)) {
    return sendRedirect(ctx, hostedSearch(ctx, trusted).to("error", { error: "redirect" }));
  }
  const hosted = { ctx, locale, search: hostedSearch(ctx, asked), asked };
  const built = await build(hosted);
  return "redirect" in built ? sendRedirect(ctx, built.redirect) : sendPage(request, name, hosted, built);
}

function refuse(error: unknown, { request, ctx: { requestId } }: Exchange): Promise<Response> {
  const isAway = toServiceError(error).code === "service_unavailable";
  return sendPlainPage({ requestId, locale: localeOf(request) }, isAway ? 503 : 500, "error");
}

/** The project in the path with the session of its visitor; `null` for an unknown one. */
async function open(exchange: Exchange, projectId: string): Promise<UserContext | null> {
  const base = openContext(exchange, projectId);
  const [project, found] = await Promise.all([
    isId("project", projectId) ? base.signIn.projects.find(projectId) : null,
    lookUpSession(base),
  ]);
  if (!project) return null;
  const actor = { kind: "hosted-page", id: projectId, projectId } as const;
  const ctx: UserContext = Object.assign(base, { project, actor });
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

function addressOf({ baseUrl }: UserContext, request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${baseUrl}${pathname}${search}`;
}
