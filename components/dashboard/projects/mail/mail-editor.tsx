"use client";

import { Button, Group, Text } from "@mantine/core";
import { useState, useTransition } from "react";
import { Refusal } from "@/components/ui/refusal";
import { ScriptSelect } from "@/components/ui/script-select";
import type { MailPlaceholder, MailTemplate } from "@/lib/sign-in/mail/own-texts/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "../brand/brand.module.css";
import { OwnText } from "../brand/own-text";
import type { TextField } from "../brand/use-text-fields";
import { SaveRow } from "../settings/save-row";
import { type SaveSettings, useSettingsDraft } from "../settings/use-settings-draft";
import { MailPreview } from "./mail-preview";

interface Props {
  /** The address of the preview. */
  address: string;
  templates: readonly MailTemplate[];
  languages: readonly { locale: string; name: string }[];
  /** `null` for a member who may not. */
  save: SaveSettings | null;
  sendTest: ((kind: string, locale: string) => Promise<Outcome<{ to: string }>>) | null;
}

/** The texts of every email beside one of them, which shows the changes that are not saved yet too. */
export function MailEditor({ address, templates, languages, save, sendTest }: Props) {
  const [kind, setKind] = useState(templates[0]?.kind ?? "");
  const [locale, setLocale] = useState(languages[0]?.locale ?? "en");
  const fields = fieldsOf(templates);
  const draft = useSettingsDraft(fields, save);
  const shown = fields.filter((field) => field.kindOfMail === kind && field.locale === locale);
  const texts = shown.flatMap((field) => {
    const text = draft.current(field);
    return typeof text === "string" && text.trim() !== "" ? [[field.name, text] as const] : [];
  });
  const elsewhere = fields.filter(({ path }) => path in draft.problems && !shown.some((field) => field.path === path));
  const kinds = [...new Set(templates.map((template) => template.kind))];
  const isOwn = (of: string) => fields.some((field) => field.kindOfMail === of && draft.current(field) !== null);
  const own = shown.filter((field) => draft.current(field) !== null);
  const resetShown = () => {
    for (const field of own) draft.change(field.path)(null);
  };
  return (
    <form {...draft.formProps} aria-label="Texts" className={classes.editor}>
      <div className={classes.looks}>
        <h2 className="section-title">Texts</h2>
        <Group gap="sm" grow>
          <ScriptSelect
            label="Email"
            data={kinds.map((value) => ({
              value,
              label: `${KIND_WORDS[value] ?? value}${isOwn(value) ? " (changed)" : ""}`,
            }))}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
          />
          <ScriptSelect
            label="Language"
            data={languages.map((each) => ({ value: each.locale, label: each.name }))}
            value={locale}
            onChange={(event) => setLocale(event.currentTarget.value)}
          />
        </Group>
        {shown.map((field) => (
          <OwnText key={field.path} {...draft.control(field)} />
        ))}
        <p className={classes.meta}>
          The logo, the button's link, the code, how long they work and the warnings are the same in every email.
        </p>
        {elsewhere.map((field) => (
          <Refusal
            key={field.path}
            message={`${KIND_WORDS[field.kindOfMail]}, ${field.locale}: ${draft.problems[field.path]}`}
          />
        ))}
        {draft.note?.isDone === false && <Refusal message={draft.note.text} />}
      </div>
      <MailPreview address={address} kind={kind} locale={locale} texts={Object.fromEntries(texts)} />
      {save && (
        <div className={classes.save}>
          <SaveRow draft={draft} />
          <Group gap="sm" mt="xs">
            {own.length > 0 && (
              <Button variant="default" onClick={resetShown}>
                Reset this email
              </Button>
            )}
            {sendTest && (
              <TestButton key={`${kind} ${locale}`} isDisabled={draft.differs} send={() => sendTest(kind, locale)} />
            )}
          </Group>
        </div>
      )}
    </form>
  );
}

/** Sends the saved text to the member's own address. */
function TestButton({ isDisabled, send }: { isDisabled: boolean; send: () => Promise<Outcome<{ to: string }>> }) {
  const [outcome, setOutcome] = useState<Outcome<{ to: string }> | null>(null);
  const [isSending, start] = useTransition();
  return (
    <>
      <Button
        variant="default"
        loading={isSending}
        disabled={isDisabled}
        title={isDisabled ? "Save first" : "To your own address, with sample values"}
        onClick={() => start(async () => setOutcome(await send()))}
      >
        Send test email
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {isDisabled && "Save before you send a test."}
        {!isDisabled && outcome?.isDone && `Sent a test to ${outcome.value.to}.`}
        {!isDisabled && outcome?.isDone === false && outcome.message}
      </Text>
    </>
  );
}

/** A text of an email: the default is its placeholder, and its value is `null` where that is used. */
interface MailTextField extends TextField {
  kindOfMail: string;
}

function fieldsOf(templates: readonly MailTemplate[]): MailTextField[] {
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

/** The emails, as the page calls them. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  "sign-in": "Sign-in link and code",
  "email-verification": "Confirm email address",
  "password-reset": "Reset password",
  "account-exists": "Account exists already",
  "account-locked": "Password paused",
  "change-email-confirmation": "Change of email address: old address",
  "change-email-verification": "Change of email address: new address",
  "email-changed": "Email address changed",
  "password-changed": "Password changed",
  "password-set": "Password set",
  "account-created": "Account created by you",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "two-factor-enabled": "Two-step verification on",
  "two-factor-disabled": "Two-step verification off",
  "account-linked": "Account connected",
};

/** The texts of an email by their names. */
const TEXT_WORDS: Readonly<Record<string, string>> = {
  subject: "Subject and heading",
  intro: "Text",
  action: "Button",
  named: "Text with the passkey's name",
  unnamed: "Text without a name",
  "sign-in": "First button",
  reset: "Second button",
};
