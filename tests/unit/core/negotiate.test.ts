import { describe, expect, it } from "vitest";
import { directionOf, LOCALES, negotiateLocale } from "@/lib/core/locale";

describe("the language of a page or mail", () => {
  it("is that of the address, before the choice, before the browser's preference", () => {
    const acceptLanguage = "fr-CH, fr;q=0.9, en;q=0.8";
    expect(negotiateLocale({ uiLocales: "ja de", cookie: "es", acceptLanguage })).toBe("ja");
    expect(negotiateLocale({ uiLocales: null, cookie: "es", acceptLanguage })).toBe("es");
    expect(negotiateLocale({ acceptLanguage })).toBe("fr");
  });

  it("heeds regions and weights", () => {
    expect(negotiateLocale({ acceptLanguage: "de-AT" })).toBe("de");
    expect(negotiateLocale({ acceptLanguage: "en;q=0.1, ar-EG;q=0.9" })).toBe("ar");
    expect(negotiateLocale({ acceptLanguage: "de;q=0, fr;q=0.1" })).toBe("fr");
  });

  it("falls back to English for a language without a translation, and for a text that is no language", () => {
    for (const acceptLanguage of ["nl", "*", "", "x".repeat(5_000), "../../etc", "de_DE@euro;;;q=9"]) {
      expect(negotiateLocale({ acceptLanguage, uiLocales: "<script>", cookie: "\u0000" })).toBe("en");
    }
  });

  it("is written right to left in Arabic alone", () => {
    expect(LOCALES.filter((locale) => directionOf(locale) === "rtl")).toEqual(["ar"]);
  });
});
