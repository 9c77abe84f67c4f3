import type { MailPlaceholder, MailTemplate } from "@/lib/sign-in/mail/own-texts/resource";
import type { TextField } from "../brand/use-text-fields";
import { TEXT_WORDS } from "./kind-words";

/** A text of an email: the default is its placeholder, and its value is `null` where that is used. */
export interface MailTextField extends TextField {
  kindOfMail: string;
}

export function fieldsOf(templates: readonly MailTemplate[]): MailTextField[] {
  return templates.flatMap(({ kind, locale, texts }) =>
    texts.map(
      ({ name, text, standard, maxLength, placeholders }): MailTextField => ({
        ...{ locale, name, kindOfMail: kind, path: `${kind}.${locale}.${name}` },
        ...{ label: TEXT_WORDS[name] ?? name, placeholder: standard, note: noteOf(placeholders) },
        ...{ kind: "text", isNullable: true, min: 0, max: maxLength, choices: [] },
        ...{ value: text, standard: null },
      }),
    ),
  );
}

function noteOf(placeholders: readonly MailPlaceholder[]): string {
  return placeholders
    .map(({ name, meaning, isRequired }) => `{{${name}}}: ${meaning}${isRequired ? ", required" : ""}`)
    .join(" · ");
}
