import { wcagContrast } from "culori";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { LOCALES } from "@/lib/core/locale";
import type { MailContents, MailKind } from "@/lib/sign-in/mail/messages";
import { renderMail } from "@/lib/sign-in/mail/render";
import { TEMPLATES } from "@/lib/sign-in/mail/templates/by-kind";
import { themeOf } from "@/lib/sign-in/mail/templates/theme";
import { MESSAGES, type MessageKey, wordsIn } from "@/lib/sign-in/mail/words";

const BRAND = {
  ...{ name: "Shop", logoUrl: null, accentColor: "#1f6feb", radius: 8, termsUrl: null, privacyUrl: null },
  appearance: "system" as const,
};

const LINK_AND_CODE = { link: "https://shop.example.com/x?token=t", code: "481516", expiresInMinutes: 10 };
const CONTENTS: MailContents = {
  "sign-in": LINK_AND_CODE,
  "email-verification": { ...LINK_AND_CODE, codeExpiresInMinutes: 5 },
  "password-reset": { ...LINK_AND_CODE, link: null },
  "account-exists": { signInLink: "https://shop.example.com/in", resetLink: "https://shop.example.com/reset" },
  "change-email-confirmation": { newEmail: "b@example.com", link: "https://shop.example.com/c", expiresInMinutes: 60 },
  "change-email-verification": { ...LINK_AND_CODE, code: null },
  "email-changed": { newEmail: "b@example.com" },
  "password-changed": { resetLink: "https://shop.example.com/reset" },
  "password-set": { resetLink: "https://shop.example.com/reset" },
  "account-created": { link: "https://shop.example.com/reset?token=t", expiresInMinutes: 10_080 },
  "passkey-added": { passkeyName: "Blue key" },
  "passkey-removed": { passkeyName: "Blue key" },
  "two-factor-enabled": {},
  "two-factor-disabled": {},
  "access-removed": { removed: ["password", "two-factor", "passkeys", "providers"] },
  "account-linked": { provider: "github" },
  invitation: {
    ...{ organisationName: "Acme", inviterEmail: "bob@example.com" },
    ...{ link: "https://shop.example.com/dashboard", expiresInMinutes: 10_080 },
  },
  "user-invitation": { link: "https://shop.example.com/invitation?token=t", expiresInMinutes: 10_080 },
  "account-deletion": { link: "https://shop.example.com/dashboard/account", expiresInMinutes: 43_200 },
  "webhook-disabled": {
    ...{ projectName: "Shop", host: "hooks.example.com" },
    link: "https://coppice.example/dashboard",
  },
  "account-locked": { resetLink: "https://shop.example.com/reset", minutes: 15 },
};

const KINDS = Object.keys(TEMPLATES) as MailKind[];

/** The type of a plain argument in the parsed message. */
const ARGUMENT = 1;

/** The names of a message's values. */
function argumentsOf(message: string): string[] {
  const elements = new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }).getAst();
  return elements.flatMap((part) => (part.type === ARGUMENT ? [part.value] : [])).sort();
}

describe.each(LOCALES)("%s", (locale) => {
  test("has every text of English and no other, each with the same arguments", () => {
    expect(Object.keys(MESSAGES[locale])).toEqual(Object.keys(MESSAGES.en));
    for (const [key, message] of Object.entries(MESSAGES[locale])) {
      expect.soft(message.trim(), key).not.toBe("");
      expect.soft([...new Set(argumentsOf(message))], key).toEqual(argumentsOf(MESSAGES.en[key as MessageKey]));
    }
  });

  test.each(KINDS)("%s is rendered in both parts, with every link and code, and nothing left unsaid", async (kind) => {
    const content = CONTENTS[kind];
    const { subject, html, text } = await renderMail({ kind, content, locale, to: "ada@example.com", brand: BRAND });
    expect(html).toContain(`lang="${locale}"`);
    expect(html).toContain(`dir="${locale === "ar" ? "rtl" : "ltr"}"`);
    expect(text).toContain("ada@example.com");
    expect(text.startsWith(subject)).toBe(true);
    expect(subject).toContain("Shop");
    for (const value of Object.values(content)) {
      if (typeof value !== "string" || value === "github") continue;
      expect.soft(text).toContain(value);
      expect.soft(html).toContain(value);
    }
    for (const part of [subject, text]) expect(part).not.toMatch(/[{}]|undefined|null|NaN|\[object/);
    expect(subject).not.toMatch(/481516|Blue|b@example/);
  });
});

test("a language there is none of is answered in the nearest one, else in English", () => {
  expect(wordsIn("de-CH", "Shop").locale).toBe("de");
  expect(wordsIn("pt-BR", "Shop").locale).toBe("en");
  expect(wordsIn("not a tag!", "Shop").locale).toBe("en");
});

test("a time is told in the largest unit that is exact, in the reader's language", () => {
  const { duration } = wordsIn("en", "Shop");
  expect([1, 10, 60, 90, 120, 1_440, 2_880].map(duration)).toEqual([
    ...["1 minute", "10 minutes", "60 minutes", "90 minutes", "2 hours", "24 hours", "2 days"],
  ]);
  expect(wordsIn("ar", "Shop").duration(10)).toBe("10 دقائق");
});

test("Latin text within Arabic is isolated, so that the sentence keeps its order", () => {
  expect(wordsIn("ar", "Shop").say("sent-to", { email: "a@example.com" })).toContain("\u2068a@example.com\u2069");
  expect(wordsIn("en", "Shop").say("sent-to", { email: "a@example.com" })).toBe(
    "Shop sent this email to a@example.com.",
  );
});

test("link and code each say how long they work where that differs", async () => {
  const common = { kind: "email-verification", locale: "en", to: "ada@example.com", brand: BRAND } as const;
  const content = CONTENTS["email-verification"];
  expect((await renderMail({ ...common, content })).text).toMatch(/token=t\n+.*10 minutes[\s\S]*481516\n+.*5 minutes/);
});

test("the card begins with the logo, or with the name of an app that has none", async () => {
  const common = { kind: "sign-in", content: LINK_AND_CODE, locale: "en", to: "ada@example.com" } as const;
  const beforeHeading = async (brand: typeof BRAND) =>
    (await renderMail({ ...common, brand })).html.split("<body")[1]?.split("<h1")[0];
  expect(await beforeHeading(BRAND)).toMatch(/<p[^>]*>Shop<\/p>/);
  const logoUrl = "https://id.example.com/auth/p_1/logo";
  const withLogo = await beforeHeading({ ...BRAND, logoUrl } as never);
  expect(withLogo).toContain(logoUrl);
  expect(withLogo).not.toContain("Shop");
});

test("plain text has a button's label and address in one line, and no word of a button", async () => {
  const common = { kind: "sign-in", content: LINK_AND_CODE, locale: "en", to: "ada@example.com" } as const;
  const { text, html } = await renderMail({ ...common, brand: BRAND });
  expect(text.split("\n")).toContain(`Sign in: ${LINK_AND_CODE.link}`);
  expect(text).not.toContain("Button not working?");
  expect(html).toContain("Button not working?");
});

test("an invitation names the organisation and the inviter, except a name that may be read as a link", async () => {
  const common = { kind: "invitation", locale: "en", to: "ada@example.com", brand: BRAND } as const;
  const textOf = async (own: Partial<MailContents["invitation"]>) =>
    (await renderMail({ ...common, content: { ...CONTENTS.invitation, ...own } })).text;
  expect(await textOf({})).toContain("bob@example.com invited you to the organisation “Acme” on Shop.");
  expect(await textOf({ inviterEmail: null })).toContain("You're invited to the organisation “Acme” on Shop.");
  const misleading = await textOf({ organisationName: "claim at evil.example" });
  expect(misleading).toContain("bob@example.com invited you to an organisation on Shop.");
  expect(misleading).not.toContain("evil.example");
  expect(await textOf({})).not.toContain("Didn't request this?");
});

test.each(["#1f6feb", "#ffd54a", "#ffffff", "#000000", "#808080"])(
  "the text on the accent %s can be read",
  (accentColor) => {
    const { accent, onAccent } = themeOf({ ...BRAND, accentColor });
    expect(accent).toBe(accentColor);
    expect(wcagContrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
  },
);

test("the brand's choice of appearance is kept, and dark mode is left to the reader's program otherwise", async () => {
  const common = { kind: "sign-in", content: LINK_AND_CODE, locale: "en", to: "ada@example.com" } as const;
  const system = await renderMail({ ...common, brand: BRAND });
  expect(system.html).toContain("prefers-color-scheme: dark");
  for (const appearance of ["light", "dark"] as const) {
    const { html } = await renderMail({ ...common, brand: { ...BRAND, appearance } });
    expect(html).not.toContain("prefers-color-scheme");
    expect(html).toContain(`<meta name="color-scheme" content="${appearance}"`);
  }
});

test("the logo is the only image, and its address the same for every reader", async () => {
  const brand = { ...BRAND, logoUrl: "https://id.example.com/auth/p_1/logo" };
  const common = { kind: "sign-in", content: LINK_AND_CODE, locale: "en", brand } as const;
  const images = async (to: string) => (await renderMail({ ...common, to })).html.match(/<img[^>]*src="[^"]*"/g);
  expect(await images("ada@example.com")).toHaveLength(1);
  expect(await images("ada@example.com")).toEqual(await images("bob@example.com"));
});
