import { describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/core/locale";
import { asTemplate, TEMPLATE_KINDS, textNames, textProblem } from "@/lib/sign-in/mail/own-texts/texts";
import { renderMail } from "@/lib/sign-in/mail/render";
import { MESSAGES, type MessageKey } from "@/lib/sign-in/mail/words";

const BRAND = {
  ...{ name: "Shop <b> {{code}}", logoUrl: null, accentColor: "#1f6feb", radius: 8, termsUrl: null, privacyUrl: null },
  appearance: "light" as const,
};
const CONTENT = { link: "https://shop.example.com/x?token=t", code: "481516", expiresInMinutes: 10 };

describe("a text of an email", () => {
  it.each(TEMPLATE_KINDS.flatMap((kind) => LOCALES.map((locale) => ({ kind, locale }))))(
    "may be each default of $kind in $locale",
    ({ kind, locale }) => {
      for (const name of textNames(kind)) {
        const text = asTemplate(MESSAGES[locale][`${kind}.${name}` as MessageKey]);
        expect.soft(textProblem(kind, name, text), text).toBeNull();
      }
    },
  );

  it.each([
    ["a line break, which could begin another header field", "Hi\r\nBcc: eve@evil.example"],
    ["a control character", "Hi\u0000"],
    ["a character that turns the direction of text", "Hi \u202egnp.exe"],
    ["a character that nobody sees", "Hi\u200b"],
    ["nothing", " "],
    ["121 characters", "x".repeat(121)],
    ["an unknown placeholder", "{{password}}"],
    ["a placeholder of another email", "{{newEmail}}"],
    ["open braces", "{{{{"],
    ["a placeholder within braces", "{{{{appName}}}}"],
    ["ICU syntax", "{brand, select, other {x}}"],
    ["an address", "Go to https://evil.example"],
    ["a host", "Claim at evil.example now"],
  ])("is refused with %s", (_, text) => {
    expect(textProblem("sign-in", "subject", text)).toMatch(/^[A-Z{].+\.$/);
  });

  it("is refused without the facts that the email reports", () => {
    expect(textProblem("email-changed", "intro", "Your address changed.")).toContain("{{newEmail}}");
    expect(textProblem("email-changed", "intro", "Now it is {{newEmail}}.")).toBeNull();
  });

  it("may be markup, which is text", () => {
    expect(textProblem("sign-in", "intro", "<img src=x onerror=alert(1)> & more")).toBeNull();
  });

  it.each(LOCALES)("is escaped, filled in once, and in both parts in %s, within the frame", async (locale) => {
    const texts = { subject: "Into {{appName}}", intro: "<i>Hello</i> from {{appName}}", action: "Go & see" };
    const mail = { kind: "sign-in", content: CONTENT, locale, to: "ada@example.com", brand: BRAND } as const;
    const [own, standard] = await Promise.all([renderMail({ ...mail, texts }), renderMail(mail)]);
    expect(own.subject).toBe("Into Shop <b> {{code}}");
    expect(own.html).toContain("&lt;i&gt;Hello&lt;/i&gt; from Shop &lt;b&gt; {{code}}");
    expect(own.html).not.toContain("<i>");
    expect(own.text).toContain("<i>Hello</i> from Shop <b> {{code}}");
    expect(own.text).toContain(`Go & see: ${CONTENT.link}`);
    for (const part of [own.html, own.text]) expect(part).toContain(CONTENT.code);
    const fixed = standard.text.trimEnd().split("\n").slice(-3);
    for (const line of fixed) expect(own.text).toContain(line);
  });
});
