import "server-only";
import type { RouteHandler, SignInRouteDefinition } from "@/lib/http/definition";
import type { Answer } from "@/lib/http/plain-answer";
import { type Exchange, makeHandler, serve } from "@/lib/http/serve";
import { enter } from "@/lib/http/sign-in/enter";
import { noteRefusal } from "@/lib/http/sign-in/note-refusal";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import type { RefusedStep } from "@/lib/sign-in/events/record-refusal";
import { isTrustedAddress, withoutQuery } from "@/lib/sign-in/flow/callback-addresses";
import { HostedQuery } from "./carried";
import { addressOf, isFromAnotherSite } from "./from-another-site";
import { htmlRefusals } from "./html-refusals";
import { sendContinuePage, sendPage, sendPlainPage, sendRedirect } from "./looks/respond";
import type { HostedAnswer, HostedRequest } from "./page";
import { withAppOfPath } from "./return-path";
import { hostedSearch, readQuery } from "./search";
import { localeOf } from "./words/choice-of-language";

interface HostedPage {
  operationId: string;
  summary: string;
  /** The last segment of its path. */
  name: string;
  /** The event as which a refusal of the page is recorded. */
  refusedAs?: RefusedStep;
}

type Build = (request: HostedRequest) => Promise<HostedAnswer>;

/**
 * Makes the handler of a page that end users of a project sign in on. It answers in HTML, failures too: 404 for an
 * unknown project, 403 for a suspended one. A GET changes nothing; cookies of sign-ins come from the wire and from forms.
 */
export function defineHostedPage({ name, operationId, summary, refusedAs }: HostedPage, build: Build): RouteHandler {
  const definition: SignInRouteDefinition = {
    operationId,
    summary,
    tag: "sign-in",
    auth: "project-path",
    reply: {
      200: { contentType: "text/html", description: "The page, in the visitor's language and the project's looks." },
      302: { contentType: null, description: "To the next page, if this page's purpose is done already." },
      403: { contentType: "text/html", description: "The project is suspended." },
      404: { contentType: "text/html", description: "There is no such project." },
    },
    signIn: { session: "optional", query: HostedQuery, isPage: true, ...(refusedAs && { refusedAs }) },
  };
  const handler = makeHandler((request, params) =>
    serve(
      definition,
      request,
      async (exchange) => answer(exchange, definition, name, build, await params),
      htmlRefusals,
    ),
  );
  return Object.assign(handler, { definition });
}

async function answer(
  exchange: Exchange,
  definition: SignInRouteDefinition,
  name: string,
  build: Build,
  params: Record<string, string>,
): Promise<Answer> {
  const { request } = exchange;
  const locale = localeOf(request);
  const entered = await enter(exchange, definition, params);
  const { project, requestId, baseUrl } = entered;
  const ctx: UserContext = { ...entered, actor: { kind: "hosted-page", id: project.id, projectId: project.id } };
  if (project.status !== "active") return sendPlainPage({ requestId, locale }, 403, "suspended", project);
  const url = withAppOfPath(request, ctx);
  if (isFromAnotherSite(request)) return sendContinuePage(ctx, addressOf(ctx, url));
  const asked = readQuery(url);
  const isDevelopment = exchange.runtime.environment.mode === "development";
  const { redirect_to, ...trusted } = asked;
  if (redirect_to !== undefined && !isTrustedAddress(redirect_to, project, baseUrl)) {
    await noteRefusal(
      exchange,
      definition,
      ctx,
      new SignInError("INVALID_REDIRECT_URL", { subject: withoutQuery(redirect_to) }),
    );
    const told = { error: "redirect", ...(isDevelopment && { address: redirect_to }) };
    return sendRedirect(ctx, hostedSearch(ctx, trusted).to("error", told));
  }
  const hosted = { ctx, locale, search: hostedSearch(ctx, asked), isDevelopment, asked };
  const built = await build(hosted);
  return "redirect" in built
    ? sendRedirect(ctx, built.redirect, built.cookies)
    : sendPage(request, name, hosted, built);
}
