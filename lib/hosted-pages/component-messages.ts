import { ar, de, en, es, fr, ja, type Messages } from "@coppice/auth/messages";
import type { Locale } from "@/lib/core/locale";
import type { AuthContext } from "@/lib/sign-in/context";

/** The texts of the client package's components, by language. */
export const COMPONENT_MESSAGES: Record<Locale, Messages> = { en, de, fr, es, ja, ar };

/** The same of one language, with what the project's owner says in other words. */
export function componentMessages(ctx: AuthContext, locale: Locale): Messages {
  return { ...COMPONENT_MESSAGES[locale], ...ctx.tenant.settings.brand.texts[locale] };
}
