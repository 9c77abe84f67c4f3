import { LOCALES, type Locale } from "@/lib/locale";
import { brandStyles } from "./brand-styles";
import { COMPONENT_MESSAGES } from "./component-messages";
import type { AuthPage } from "./page";
import type { HostedSearch } from "./search";
import { LOCALE_NAMES, textsFor } from "./texts";

/** The class that a project's styles hang on. */
const BRAND_CLASS = "brand";

/** What every hosted page has around its form, as plain data: brand, languages, legal links, and a client's options. */
export function hostedFrame(
  { ctx, locale, pageKey, nonce }: AuthPage,
  search: HostedSearch | null,
  name: string,
  more: Record<string, string> = {},
) {
  const { id, settings, name: projectName } = ctx.tenant;
  const { brand } = settings;
  const t = textsFor(locale);
  const inLanguage = (wanted: Locale) =>
    search?.to(name, { ...more, ui_locales: wanted }) ?? `/auth/${id}/${name}?ui_locales=${wanted}`;
  return {
    brand: {
      name: brand.name ?? projectName,
      logo: brand.logo === null ? null : `/auth/${id}/logo`,
      theme: brand.appearance === "system" ? undefined : brand.appearance,
      className: BRAND_CLASS,
      styles: brandStyles(brand, BRAND_CLASS),
      nonce,
    },
    client: { projectId: id, pageKey, apiOrigin: ctx.baseUrl, locale, messages: COMPONENT_MESSAGES[locale] },
    languages: {
      label: t("language"),
      items: LOCALES.map((each) => ({
        locale: each,
        name: LOCALE_NAMES[each],
        href: inLanguage(each),
        isCurrent: each === locale,
      })),
    },
    legal: [
      { href: brand.termsUrl, text: t("terms") },
      { href: brand.privacyUrl, text: t("privacy") },
    ].flatMap(({ href, text }) => (href === null ? [] : [{ href, text }])),
  };
}
