import { match } from "@formatjs/intl-localematcher";
import { parseAccept } from "hono/utils/accept";
import { SERVICE } from "@/lib/core/service";

/** These are BCP 47 tags; the first is the fallback. */
export const LOCALES = ["en", "de", "fr", "es", "ja", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language in its own words. */
export const LANGUAGES: Readonly<Record<Locale, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
  ar: "العربية",
};

const RIGHT_TO_LEFT: ReadonlySet<Locale> = new Set(["ar"]);

export const LOCALE_COOKIE = `${SERVICE.slug}_locale`;
const MAX_HEADER_LENGTH = 256;

interface LocaleWishes {
  /** The preferred languages are in order, separated by spaces (OpenID Connect Core, section 3.1.2.1). */
  uiLocales?: string | null;
  cookie?: string | null;
  acceptLanguage?: string | null;
}

/** Prefers the language that the address asks for, then the user's earlier choice, then the browser's languages. */
export function negotiateLocale({ uiLocales, cookie, acceptLanguage }: LocaleWishes): Locale {
  const wishes = [
    ...(uiLocales?.slice(0, MAX_HEADER_LENGTH).split(/\s+/) ?? []),
    ...(cookie ? [cookie.slice(0, 32)] : []),
    ...languagesOf(acceptLanguage?.slice(0, MAX_HEADER_LENGTH) ?? ""),
  ].filter((tag) => tag !== "" && tag !== "*" && isLanguageTag(tag));
  return match(wishes, [...LOCALES], LOCALES[0]) as Locale;
}

function languagesOf(acceptLanguage: string): string[] {
  return parseAccept(acceptLanguage)
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);
}

export function directionOf(locale: Locale): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(locale) ? "rtl" : "ltr";
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
