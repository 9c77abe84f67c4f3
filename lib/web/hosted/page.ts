import "server-only";
import { headers } from "next/headers";
import { forbidden, notFound } from "next/navigation";
import { cache } from "react";
import type { AuthContext } from "@/lib/auth/context";
import { createHostedPageKey } from "@/lib/auth/hosted-page-key";
import { acceptSession, lookUpSession } from "@/lib/auth/sessions/find-active";
import { openContext } from "@/lib/http/auth/enter";
import { isId } from "@/lib/ids";
import { isLocale, LOCALE_HEADER, LOCALES, type Locale } from "@/lib/locale";
import { getRuntime } from "@/lib/runtime";

export interface AuthPage {
  ctx: AuthContext;
  locale: Locale;
  /** For the page's own requests to the sign-in wire. */
  pageKey: string;
  /** What the page's styles must carry. */
  nonce: string;
}

/**
 * The project of a hosted page with the session of its visitor, once per request. An unknown project is 404, a
 * suspended one 403. Verbs called with this context set no cookies: those come from the wire and from posted forms.
 */
export async function authPage(projectId: string): Promise<AuthPage> {
  const page = await findAuthPage(projectId);
  if (!page) notFound();
  if (page.ctx.tenant.status === "suspended") forbidden();
  return page;
}

/** The same for a page that says what is wrong; `null` for an unknown project. */
export const findAuthPage = cache(async (projectId: string): Promise<AuthPage | null> => {
  const received = await headers();
  const runtime = await getRuntime();
  const base = openContext(runtime, new Headers(received), received.get("x-request-id") ?? "", projectId);
  const [tenant, found] = await Promise.all([
    isId("project", projectId) ? base.auth.tenants.find(projectId) : null,
    lookUpSession(base),
  ]);
  if (!tenant) return null;
  const ctx: AuthContext = { ...base, tenant, actor: { kind: "hosted-page", id: projectId, projectId } };
  ctx.session = acceptSession(ctx, found);
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(received.get("content-security-policy") ?? "") ?? [];
  return { ctx, locale: await pageLocale(), pageKey: createHostedPageKey(ctx, projectId), nonce };
});

/** The language that proxy.ts has settled on. */
export async function pageLocale(): Promise<Locale> {
  const locale = (await headers()).get(LOCALE_HEADER) ?? "";
  return isLocale(locale) ? locale : LOCALES[0];
}
