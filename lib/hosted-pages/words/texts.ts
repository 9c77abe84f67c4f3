import { IntlMessageFormat } from "intl-messageformat";
import type { Locale } from "@/lib/core/locale";
import ar from "./messages/ar.json";
import de from "./messages/de.json";
import en from "./messages/en.json";
import es from "./messages/es.json";
import fr from "./messages/fr.json";
import ja from "./messages/ja.json";

/** The texts of hosted pages that the components of the client package do not have, by language. */
export const MESSAGES: Record<Locale, Record<TextKey, string>> = { en, de, fr, es, ja, ar };

export type TextKey = keyof typeof en;

/** The name of each language in that language. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
  ar: "العربية",
};

export type Texts = (key: TextKey, values?: Record<string, string | number>) => string;

/** Reads ICU messages (Unicode MessageFormat) of one language. */
export function textsFor(locale: Locale): Texts {
  return (key, values = {}) => String(new IntlMessageFormat(MESSAGES[locale][key], locale).format(values));
}
