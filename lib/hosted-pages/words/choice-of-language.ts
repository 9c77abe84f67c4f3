import { LOCALE_COOKIE, type Locale, negotiateLocale } from "@/lib/core/locale";
import type { ServedRequest } from "@/lib/http/served-request";
import { readCookie, setCookieField } from "@/lib/http/sign-in/cookies";

const YEAR_SECONDS = 365 * 86_400;

/** Returns the language of a page: the one its address asks for, else the one chosen before, else the browser's. */
export function localeOf({ headers, url }: ServedRequest): Locale {
  return negotiateLocale({
    uiLocales: new URL(url).searchParams.get("ui_locales"),
    cookie: readCookie(headers.get("cookie"), LOCALE_COOKIE),
    acceptLanguage: headers.get("accept-language"),
  });
}

/**
 * Returns the cookie that keeps a language which was chosen on a hosted page, for mails and the pages they lead to.
 * `null` when nothing was chosen, or the browser asks for the same language anyway.
 */
export function choiceOfLanguage(request: ServedRequest, locale: Locale, baseUrl: string): string | null {
  const { headers, url } = request;
  const isChosen = headers.get("sec-fetch-site") === "same-origin" && new URL(url).searchParams.has("ui_locales");
  const kept = readCookie(headers.get("cookie"), LOCALE_COOKIE);
  if (!isChosen || kept === locale) return null;
  if (kept === null && negotiateLocale({ acceptLanguage: headers.get("accept-language") }) === locale) return null;
  return setCookieField({ kind: "locale", value: locale, maxAgeSeconds: YEAR_SECONDS }, "", baseUrl);
}
