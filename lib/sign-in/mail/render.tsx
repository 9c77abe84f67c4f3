import { render, toPlainText } from "@react-email/render";
import type { Brand } from "./brand";
import type { MailContents, MailKind } from "./messages";
import type { OwnTexts } from "./own-texts/resource";
import { TEMPLATES, type Template } from "./templates/by-kind";
import { Layout } from "./templates/layout";
import { wordsIn } from "./words";

export interface RenderInput<Kind extends MailKind> {
  kind: Kind;
  content: MailContents[Kind];
  /** BCP 47; a language without texts falls back to English. */
  locale: string;
  to: string;
  brand: Brand;
  /** The project's own texts for this kind and language, by their names. */
  texts?: OwnTexts;
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
  const { kind, content, locale, to, brand, texts = {} } = input;
  const own = Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${kind}.${name}`, text]));
  const words = wordsIn(locale, brand.name, own);
  const subject = words.say(`${kind}.subject`);
  const template: Template<Kind> = TEMPLATES[kind];
  const html = await render(
    <Layout brand={brand} words={words} heading={subject} to={to} parts={template(content, words)} />,
  );
  return { subject, html, text: `${toPlainText(html, PLAIN_TEXT).trim()}\n` };
}

/** The part of html-to-text's builder that is used here; the package has no types. */
interface TextBuilder {
  addInline(text: string, options: { noWordTransform: boolean }): void;
}

interface AnchorElement {
  children: unknown;
  attribs: { href: string };
}

/** Writes a button as its label and its address. */
function formatButton(
  { children, attribs }: AnchorElement,
  walk: (children: unknown, builder: TextBuilder) => void,
  builder: TextBuilder,
): void {
  walk(children, builder);
  builder.addInline(`: ${attribs.href}`, { noWordTransform: true });
}

const PLAIN_TEXT: Parameters<typeof toPlainText>[1] = {
  selectors: [
    { selector: "h1", options: { uppercase: false } },
    { selector: "a.button", format: "button" },
  ],
  formatters: { button: formatButton },
};
