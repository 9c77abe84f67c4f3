import {
  organizationsAr as ar,
  organizationsDe as de,
  describeFailure,
  organizationsEn as en,
  organizationsEs as es,
  organizationsFr as fr,
  organizationsJa as ja,
} from "@coppice/auth/messages";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/core/locale";
import { COMPONENT_MESSAGES } from "@/lib/hosted-pages/words/component-messages";
import { errorText } from "@/lib/hosted-pages/words/error-text";
import { LOCALE_NAMES, MESSAGES, textsFor } from "@/lib/hosted-pages/words/texts";
import type { SignInErrorCode } from "@/lib/sign-in/errors";

const SETS: Record<string, Record<string, Record<string, string>>> = {
  "the hosted pages": MESSAGES,
  "the components": COMPONENT_MESSAGES,
  "the components for organizations": { ar, de, en, es, fr, ja },
};
const others = LOCALES.filter((locale) => locale !== "en");
const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

describe.each(Object.entries(SETS))("the texts of %s", (_name, byLocale) => {
  it.each(others)("are all there in %s, with the same placeholders, and nothing besides", (locale) => {
    const { en = {}, [locale]: translated = {} } = byLocale;
    expect(Object.keys(translated).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      expect(placeholdersOf(translated[key] ?? ""), key).toEqual(placeholdersOf(text));
    }
  });

  it.each(others)("are words of %s, not English ones left over or nothing", (locale) => {
    const { en = {}, [locale]: translated = {} } = byLocale;
    const same = Object.keys(en).filter((key) => translated[key]?.trim() === en[key]?.trim());
    // Words that a language shares with English, such as Name or Code.
    expect(same.length, same.join()).toBeLessThan(Object.keys(en).length / 20);
    for (const [key, text] of Object.entries(translated)) expect(text.trim(), key).not.toBe("");
  });
});

describe("the texts of the hosted pages", () => {
  it.each(LOCALES)("are messages that can be read in %s", (locale) => {
    for (const [key, text] of Object.entries(MESSAGES[locale])) {
      const message = new IntlMessageFormat(text, locale);
      expect(
        String(message.format({ name: "<Shop>", email: "a@example.com", invited: "b@example.com" })),
        key,
      ).not.toMatch(/[{}]/);
    }
    expect(LOCALE_NAMES[locale]).not.toBe("");
  });

  it("fill in names as they are, with any characters", () => {
    const name = "{name} <b>'{0}'</b>";
    expect(textsFor("en")("signIn.title", { name })).toBe(`Sign in to ${name}`);
  });

  it("know the codes of a failed sign-in by a provider, and have one text for everything else", () => {
    expect(errorText("access_denied")).toBe("error.access_denied");
    for (const code of [undefined, "", "x", "constructor", "__proto__", "<script>"]) {
      expect(errorText(code)).toBe("error.text");
    }
  });
});

/** The codes with which the posted forms are refused. */
const CODES: SignInErrorCode[] = [
  ...(["INVALID_EMAIL_OR_PASSWORD", "INVALID_EMAIL", "INVALID_PASSWORD", "INVALID_OTP", "OTP_EXPIRED"] as const),
  ...(["INVALID_TOKEN", "INVALID_NUMBER", "INVALID_CODE", "INVALID_BACKUP_CODE", "EMAIL_NOT_VERIFIED"] as const),
  ...(["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE", "BANNED_USER", "UNAUTHORIZED"] as const),
  ...(["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG"] as const),
  ...(["PASSWORD_TOO_WEAK", "PASSWORD_COMPROMISED", "VALIDATION_ERROR", "TOO_MANY_REQUESTS"] as const),
  ...(["TOO_MANY_ATTEMPTS", "ACCOUNT_TEMPORARILY_LOCKED", "PROJECT_SUSPENDED", "SIGN_UP_DISABLED"] as const),
  ...(["EMAIL_PASSWORD_DISABLED", "EMAIL_PASSWORD_SIGN_UP_DISABLED", "MAGIC_LINK_DISABLED"] as const),
  ...(["EMAIL_OTP_DISABLED", "RESET_PASSWORD_DISABLED", "TWO_FACTOR_DISABLED"] as const),
];

describe.each(LOCALES)("a refused form, in %s", (locale) => {
  const messages = COMPONENT_MESSAGES[locale];

  it.each(CODES)("has words of its own for %s", (code) => {
    const text = describeFailure(messages, locale, { code, retryAfterSeconds: 30 });
    expect(text).not.toBe(messages["error.service_error"]);
    expect(Object.values(messages).some((known) => text === known) || /30|٣٠/.test(text)).toBe(true);
  });

  it("has words for a code that nobody has thought of", () => {
    expect(describeFailure(messages, locale, { code: "SERVICE_UNAVAILABLE" })).toBe(messages["error.service_error"]);
  });
});
