import { IntlMessageFormat } from "intl-messageformat";
import { directionOf, type Locale, negotiateLocale } from "@/lib/core/locale";
import ar from "./locales/ar.json";
import de from "./locales/de.json";
import en from "./locales/en.json";
import es from "./locales/es.json";
import fr from "./locales/fr.json";
import ja from "./locales/ja.json";

export type MessageKey = keyof typeof en;

/** The texts of every language, in ICU message format. A language that lacks one does not compile. */
export const MESSAGES: Record<Locale, Record<MessageKey, string>> = { ar, de, en, es, fr, ja };

export interface Words {
  locale: Locale;
  direction: "ltr" | "rtl";
  say(key: MessageKey, values?: Record<string, string>): string;
  /** Returns a text such as "10 minutes" or "2 hours", in the largest unit that is exact. */
  duration(minutes: number): string;
}

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

/**
 * Returns the texts in this language (BCP 47), else in the nearest one, else in English. `own` has a project's own texts
 * in place of some, by their keys.
 */
export function wordsIn(wish: string, brand: string, own: Readonly<Partial<Record<string, string>>> = {}): Words {
  const locale = negotiateLocale({ uiLocales: wish });
  const direction = directionOf(locale);
  // Latin text within Arabic must not reorder the sentence around it (Unicode UAX #9).
  const isolate = (text: string) =>
    direction === "rtl" ? FIRST_STRONG_ISOLATE + text + POP_DIRECTIONAL_ISOLATE : text;
  return {
    locale,
    direction,
    say: (key, values = {}) => {
      const isolated = Object.entries(values).map(([name, text]) => [name, isolate(text)]);
      const given: Record<string, string> = Object.fromEntries(isolated);
      const text = own[key];
      if (text !== undefined) return fillIn(text, { appName: brand, ...given });
      return formatOf(locale, key).format({ brand, ...given }) as string;
    },
    duration: (minutes) => formatDuration(locale, minutes),
  };
}

/** Fills a project's own text in, once: the filled-in text is not read again. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

const formats = new Map<string, IntlMessageFormat>();

function formatOf(locale: Locale, key: MessageKey): IntlMessageFormat {
  const name = `${locale} ${key}`;
  let format = formats.get(name);
  if (!format) {
    format = new IntlMessageFormat(MESSAGES[locale][key], locale, undefined, { ignoreTag: true });
    formats.set(name, format);
  }
  return format;
}

const UNITS = [
  { unit: "day", minutes: 1_440 },
  { unit: "hour", minutes: 60 },
] as const;

function formatDuration(locale: Locale, minutes: number): string {
  const larger = UNITS.find((unit) => minutes > unit.minutes && minutes % unit.minutes === 0);
  const { unit, value } = larger
    ? { unit: larger.unit, value: minutes / larger.minutes }
    : { unit: "minute", value: minutes };
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}
