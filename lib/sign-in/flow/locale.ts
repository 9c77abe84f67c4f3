import { type Locale, negotiateLocale } from "@/lib/core/locale";
import type { UserContext } from "../context";

/** Returns the language of mails that a request causes: the one chosen on a hosted page, else the browser's. */
export function localeOf(ctx: UserContext): Locale {
  return negotiateLocale({ cookie: ctx.cookie("locale"), acceptLanguage: ctx.acceptLanguage });
}
