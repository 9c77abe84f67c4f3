import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";
import { SERVICE } from "@/lib/core/service";

/** Languages of hosted pages and mails (BCP 47). The first is the fallback. */
export const LOCALES = ["en", "de", "fr", "es", "ja", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

const RIGHT_TO_LEFT: ReadonlySet<Locale> = new Set(["ar"]);

export const LOCALE_COOKIE = `${SERVICE.slug}_locale`;
const MAX_HEADER_LENGTH = 256;

interface LocaleWishes {
  /** Preferences in order, separated by spaces (OpenID Connect Core, section 3.1.2.1). */
  uiLocales?: string | null;
  cookie?: string | null;
  acceptLanguage?: string | null;
}

/** The language to answer in: what the address asks for, what the visitor chose before, what the browser prefers. */
export function negotiateLocale({ uiLocales, cookie, acceptLanguage }: LocaleWishes): Locale {
  const headers = { "accept-language": acceptLanguage?.slice(0, MAX_HEADER_LENGTH) ?? "" };
  const wishes = [
    ...(uiLocales?.slice(0, MAX_HEADER_LENGTH).split(/\s+/) ?? []),
    ...(cookie ? [cookie.slice(0, 32)] : []),
    ...new Negotiator({ headers }).languages(),
  ].filter((tag) => tag !== "" && tag !== "*" && isLanguageTag(tag));
  return match(wishes, [...LOCALES], LOCALES[0]) as Locale;
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
