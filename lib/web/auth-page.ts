import "server-only";
import { headers } from "next/headers";
import { forbidden, notFound } from "next/navigation";
import { cache } from "react";
import type { AuthContext } from "@/lib/auth/context";
import { createHostedPageKey } from "@/lib/auth/hosted-page-key";
import { acceptSession, lookUpSession } from "@/lib/auth/sessions/find-active";
import { openContext } from "@/lib/http/auth/enter";
import { isId } from "@/lib/ids";
import { isLocale, LOCALE_HEADER, type Locale } from "@/lib/locale";
import { getRuntime } from "@/lib/runtime";

export interface AuthPage {
  ctx: AuthContext;
  locale: Locale;
  /** For the page's own requests to the sign-in wire. */
  pageKey: string;
}

/**
 * The project of a hosted page with the session of its visitor, once per request. An unknown project is 404, a
 * suspended one 403. Verbs called with this context set no cookies: those come from the wire and from posted forms.
 */
export const authPage = cache(async (projectId: string): Promise<AuthPage> => {
  const received = await headers();
  const runtime = await getRuntime();
  const base = openContext(runtime, new Headers(received), received.get("x-request-id") ?? "", projectId);
  const [tenant, found] = await Promise.all([
    isId("project", projectId) ? base.auth.tenants.find(projectId) : null,
    lookUpSession(base),
  ]);
  if (!tenant) notFound();
  if (tenant.status === "suspended") forbidden();
  const ctx: AuthContext = { ...base, tenant, actor: { kind: "hosted-page", id: projectId, projectId } };
  ctx.session = acceptSession(ctx, found);
  const locale = received.get(LOCALE_HEADER) ?? "";
  return { ctx, locale: isLocale(locale) ? locale : "en", pageKey: createHostedPageKey(ctx, projectId) };
});
