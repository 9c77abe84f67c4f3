import { render, toPlainText } from "@react-email/render";
import type { Brand } from "./brand";
import type { MailContents, MailKind } from "./messages";
import { TEMPLATES } from "./templates/by-kind";
import { Layout } from "./templates/layout";
import type { Template } from "./templates/template";
import { wordsIn } from "./words";

export interface RenderInput<Kind extends MailKind> {
  kind: Kind;
  content: MailContents[Kind];
  /** BCP 47; a language without texts falls back to English. */
  locale: string;
  to: string;
  brand: Brand;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/**
 * Renders a mail. React encodes everything that a user chose, and none of it is in the subject. Only the worker and the
 * command line load this module, since it brings React.
 */
export async function renderMail<Kind extends MailKind>(input: RenderInput<Kind>): Promise<RenderedMail> {
  const { kind, content, locale, to, brand } = input;
  const words = wordsIn(locale, brand.name);
  const subject = words.say(`${kind}.subject`);
  const template: Template<Kind> = TEMPLATES[kind];
  const html = await render(
    <Layout brand={brand} words={words} heading={subject} to={to}>
      {template({ content, words })}
    </Layout>,
  );
  const text = toPlainText(html, { selectors: [{ selector: "h1", options: { uppercase: false } }] });
  return { subject, html, text: `${text.trim()}\n` };
}
