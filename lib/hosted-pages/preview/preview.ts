import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { LOCALES } from "@/lib/core/locale";
import type { SignInContext, UserContext } from "@/lib/sign-in/context";
import { judgeAccent } from "@/lib/sign-in/projects/brand/accent";
import type { AccentJudgement } from "@/lib/sign-in/projects/brand/resource";
import { showProject } from "@/lib/sign-in/projects/show";
import { changeSettings } from "@/lib/sign-in/projects/stored-settings";
import { listEnabledMethods } from "@/lib/sign-in/social/methods";
import { hostedFrame } from "../looks/frame";
import { loadRenderer } from "../looks/load-renderer";
import { hostedSearch } from "../search";
import { componentMessages } from "../words/component-messages";
import { PREVIEWED_PAGES, previewedView } from "./previewed-view";

export const PreviewInput = z.strictObject({
  page: z.enum(PREVIEWED_PAGES),
  locale: z.enum(LOCALES),
  /** The theme of the visitor's system, if the brand follows it. */
  theme: z.enum(["system", "light", "dark"]),
  /** Changes of `settings.brand` that are not saved. */
  brand: z.record(z.string(), z.unknown()),
  /** The nonce of the page that shows the preview, whose policy the frame inherits. */
  nonce: z.string().regex(/^[A-Za-z0-9+/]{22}==$/),
});
export type PreviewInput = z.infer<typeof PreviewInput>;

export interface HostedPagePreview {
  html: string;
  accent: AccentJudgement;
}

/**
 * Renders a hosted page with changes of its brand that are not saved. It holds no script, no key and nothing that can be
 * pressed. Throws `invalid_request` that names the unfit value.
 */
export async function previewHostedPage(
  base: SignInContext,
  { organisationId, projectId, ...input }: PreviewInput & { organisationId: string; projectId: string },
): Promise<HostedPagePreview> {
  requireMemberPermission(base, organisationId, "projects:read");
  const saved = await showProject(base, { organisationId, projectId });
  const { logo } = saved.settings.brand;
  const settings = changeSettings(saved.settings, { brand: { ...input.brand, logo } });
  const ctx = asVisitor(base, { id: projectId, name: saved.name, status: saved.status, settings });
  const { page, locale, theme, nonce } = input;
  const { title, view } = previewedView(ctx, page, locale);
  const search = hostedSearch(ctx, {});
  const frame = hostedFrame({ ctx, locale, search, isDevelopment: false, asked: {} }, { name: page, query: {} });
  const { appearance, accentColor } = settings.brand;
  const shownTheme = appearance !== "system" ? appearance : theme === "system" ? undefined : theme;
  const brand = frame.brand && { ...frame.brand, theme: shownTheme };
  const methods = await listEnabledMethods(ctx);
  const client = {
    ...{ projectId, pageKey: "preview", apiOrigin: ctx.baseUrl, locale, methods },
    messages: componentMessages(ctx, locale),
  };
  const { renderHostedPage } = await loadRenderer();
  const html = renderHostedPage({ ...frame, brand, title, nonce, view, client, isPreview: true });
  return { html, accent: judgeAccent(accentColor) };
}

/** Returns the context of a visitor who is not signed in and has no cookie. */
function asVisitor(base: SignInContext, project: UserContext["project"]): UserContext {
  return {
    ...base,
    actor: { kind: "hosted-page", id: project.id, projectId: project.id },
    ...{ project, userAgent: "", acceptLanguage: null, isWithoutCookies: false },
    ...{ cookie: () => null, sessionToken: null, session: null },
  };
}
