import "server-only";
import { randomBytes } from "node:crypto";
import { directionOf, type Locale } from "@/lib/core/locale";
import type { DocumentProps } from "@/lib/hosted-pages/view/document";
import type { View } from "@/lib/hosted-pages/view/view";
import { PlainAnswer } from "@/lib/http/plain-answer";
import { type PageSecurityOptions, pageSecurityHeaders } from "@/lib/http/security-headers";
import type { ServedRequest } from "@/lib/http/served-request";
import { continuePage } from "@/lib/http/sign-in/continue-page";
import { addCookies } from "@/lib/http/sign-in/respond";
import type { BrowserCookie } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";
import type { RequestProject } from "@/lib/sign-in/projects/request-project";
import type { HostedAnswer, HostedRequest } from "../page";
import { choiceOfLanguage } from "../words/choice-of-language";
import { type TextKey, textsFor } from "../words/texts";
import { hostedClient, hostedFrame } from "./frame";
import { loadRenderer } from "./load-renderer";

/** Renders a page in the looks of its project. */
export async function sendPage(
  request: ServedRequest,
  name: string,
  hosted: HostedRequest,
  built: Exclude<HostedAnswer, { redirect: string }>,
): Promise<PlainAnswer> {
  const { ctx, locale } = hosted;
  const { title, status = 200, view, query = {}, notice, withoutScripts, isWide } = built;
  const nonce = newNonce();
  const { allowedOrigins, frameAncestors } = ctx.project.settings;
  // A form leads back to the app in the end, which the policy must name.
  const headers = headersOf(ctx.requestId, nonce, { formTargets: allowedOrigins, frameAncestors });
  const chosen = choiceOfLanguage(request, locale, ctx.baseUrl);
  if (chosen !== null) headers.append("Set-Cookie", chosen);
  const frame = hostedFrame(hosted, { name, query });
  const { renderHostedPage } = await loadRenderer();
  const client = await hostedClient(hosted);
  const html = renderHostedPage({ ...frame, title, nonce, notice, withoutScripts, isWide, view, client });
  return new PlainAnswer(html, status, headers);
}

/** Renders a page of few words without the brand that a project would bring. */
export async function sendPlainPage(
  { requestId, locale }: { requestId: string; locale: Locale },
  status: number,
  texts: "notFound" | "suspended" | "error",
  project?: RequestProject,
): Promise<PlainAnswer> {
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
  const frameAncestors = project?.settings.frameAncestors ?? [];
  return new PlainAnswer(html, status, headersOf(requestId, nonce, { frameAncestors }));
}

export function sendRedirect(ctx: UserContext, address: string, cookies: readonly BrowserCookie[] = []): PlainAnswer {
  const headers = headersOf(ctx.requestId, newNonce());
  headers.delete("Content-Type");
  headers.set("Location", new URL(address, ctx.baseUrl).href);
  addCookies(ctx, headers, cookies);
  return new PlainAnswer(null, 302, headers);
}

/** Has the browser ask for the address once more from a page of the service. */
export function sendContinuePage(ctx: UserContext, address: string): PlainAnswer {
  return continuePage(address, headersOf(ctx.requestId, newNonce()));
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
