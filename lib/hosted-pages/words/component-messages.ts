import { ar, de, en, es, fr, ja, type Messages } from "@coppice/auth/messages";
import type { Locale } from "@/lib/core/locale";
import type { UserContext } from "@/lib/sign-in/context";

/** The texts of the client package's components, by language. */
export const COMPONENT_MESSAGES: Record<Locale, Messages> = { en, de, fr, es, ja, ar };

/** The same of one language, with what the project's owner says in other words. */
export function componentMessages(ctx: UserContext, locale: Locale): Messages {
  return { ...COMPONENT_MESSAGES[locale], ...ctx.project.settings.brand.texts[locale] };
}
