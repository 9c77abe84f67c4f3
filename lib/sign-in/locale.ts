import { LOCALE_COOKIE, type Locale, negotiateLocale } from "@/lib/core/locale";
import type { AuthContext } from "./context";
import { readCookie } from "./sessions/cookie";

/** The language of the mails that a request causes: what its user chose on a hosted page, else the browser's. */
export function localeOf({ cookieHeader, acceptLanguage }: AuthContext): Locale {
  return negotiateLocale({ cookie: readCookie(cookieHeader, LOCALE_COOKIE), acceptLanguage });
}
