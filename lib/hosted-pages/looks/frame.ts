import { directionOf, LOCALES } from "@/lib/core/locale";
import type { DocumentProps } from "@/lib/hosted-pages/view/document";
import type { HostedAuthProps } from "@/lib/hosted-pages/view/hosted-auth";
import { createHostedPageKey } from "@/lib/sign-in/pages/key";
import { listEnabledMethods } from "@/lib/sign-in/social/methods";
import { brandName, type HostedRequest } from "../page";
import { componentMessages } from "../words/component-messages";
import { LOCALE_NAMES, textsFor } from "../words/texts";
import { brandStyles } from "./brand-styles";

/** Returns the parts that every hosted page has around its view: brand, languages and legal links. */
export function hostedFrame(
  { ctx, locale, search }: HostedRequest,
  { name, query }: { name: string; query: Record<string, string> },
): Pick<DocumentProps, "locale" | "direction" | "brand" | "languages" | "legal"> {
  const { id, settings, isBuiltIn = false } = ctx.project;
  const { brand } = settings;
  const t = textsFor(locale);
  const legal = [
    { href: brand.termsUrl, text: t("terms") },
    { href: brand.privacyUrl, text: t("privacy") },
  ];
  return {
    locale,
    direction: directionOf(locale),
    brand: {
      name: brandName(ctx),
      // Browsers keep a logo for minutes, so a new one has another address.
      logo: brand.logo === null ? null : `/auth/${id}/logo?v=${brand.logo}`,
      theme: brand.appearance === "system" ? undefined : brand.appearance,
      // The dashboard's own pages have its colours, which hosted-page.css holds.
      styles: isBuiltIn ? null : brandStyles(brand),
      isProduct: isBuiltIn,
    },
    languages: {
      label: t("language"),
      items: LOCALES.map((each) => ({
        locale: each,
        name: LOCALE_NAMES[each],
        href: search.to(name, { ...query, ui_locales: each }),
        isCurrent: each === locale,
      })),
    },
    legal: legal.flatMap(({ href, text }) => (href === null ? [] : [{ href, text }])),
  };
}

/** Returns the values that the components of a page need for their requests to the sign-in wire. */
export async function hostedClient({ ctx, locale }: HostedRequest): Promise<HostedAuthProps> {
  const projectId = ctx.project.id;
  const pageKey = createHostedPageKey(ctx, projectId);
  const messages = componentMessages(ctx, locale);
  const methods = await listEnabledMethods(ctx);
  return { projectId, pageKey, apiOrigin: ctx.baseUrl, locale, messages, methods };
}
