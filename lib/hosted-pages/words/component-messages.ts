import { ar, de, en, es, fr, ja, type Messages } from "@coppice/auth/messages";
import type { Locale } from "@/lib/core/locale";
import type { UserContext } from "@/lib/sign-in/context";

/** The texts of the client package's components, by language. */
export const COMPONENT_MESSAGES: Record<Locale, Messages> = { en, de, fr, es, ja, ar };

/** Returns the components' texts in one language, with the wording that the project's owner has changed. */
export function componentMessages(ctx: UserContext, locale: Locale): Messages {
  return { ...COMPONENT_MESSAGES[locale], ...ctx.project.settings.brand.texts[locale] };
}
