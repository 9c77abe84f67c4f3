"use client";

import { useState } from "react";
import { Refusal } from "@/components/ui/refusal";
import type { AccentJudgement } from "@/lib/sign-in/projects/brand/resource";
import type { SettingField } from "@/lib/web/resource";
import { SaveRow } from "../settings/save-row";
import { SettingRow } from "../settings/setting-row";
import settingsClasses from "../settings/settings.module.css";
import { type SaveSettings, useSettingsDraft } from "../settings/use-settings-draft";
import classes from "./brand.module.css";
import { LogoField } from "./logo-field";
import { OwnTexts } from "./own-texts";
import { PagePreview } from "./page-preview";
import { type SavedTexts, useTextFields } from "./use-text-fields";

interface Props {
  /** The address of the page. */
  address: string;
  looks: readonly SettingField[];
  texts: SavedTexts;
  /** The address of the logo; `null` without one. */
  logo: string | null;
  /** The legibility of the accent colour that is saved. */
  accent: AccentJudgement;
  languages: readonly { locale: string; name: string }[];
  /** `null` for a member who may not. */
  save: SaveSettings | null;
}

/** The brand of a project beside a page of it, which shows the changes that are not saved yet too. */
export function BrandEditor({ address, looks, texts, logo, accent, languages, save }: Props) {
  const [locale, setLocale] = useState(languages[0]?.locale ?? "en");
  const [judged, setJudged] = useState(accent);
  const textFields = useTextFields(texts);
  const draft = useSettingsDraft([...looks, ...textFields], save);
  return (
    <form {...draft.formProps} aria-label="Brand" className={classes.editor}>
      <div className={classes.looks}>
        <LogoField address={`${address}/logo`} logo={logo} isReadOnly={save === null} />
        <div className={settingsClasses.fields}>
          {looks.map((field) => (
            <div key={field.path}>
              <SettingRow {...draft.control(field)} />
              {field.path === "brand.accentColor" && <AccentWords judged={judged} />}
            </div>
          ))}
        </div>
      </div>
      <PagePreview
        address={`${address}/preview`}
        brand={draft.tree().brand}
        logo={logo}
        languages={languages}
        locale={locale}
        setLocale={setLocale}
        onAccent={setJudged}
      />
      <div className={classes.texts}>
        <OwnTexts fields={textFields} draft={draft} languages={languages} locale={locale} setLocale={setLocale} />
        {draft.note?.isDone === false && <Refusal message={draft.note.text} />}
      </div>
      {save && (
        <div className={classes.save}>
          <SaveRow draft={draft} />
        </div>
      )}
    </form>
  );
}

/** WCAG 2.2, success criterion 1.4.3. */
const READABLE = 4.5;

/** Says how well the accent can be read, and which colour is used where it can't be. */
function AccentWords({ judged: { onAccent, text } }: { judged: AccentJudgement }) {
  return (
    <ul className={classes.accent} aria-label="How the accent colour reads">
      <li>
        {onAccent.text === "white" ? "White" : "Black"} text on buttons: contrast {onAccent.contrast}:1.
      </li>
      {(["light", "dark"] as const).map((theme) => (
        <li key={theme}>
          <span className={classes.swatch} style={{ backgroundColor: text[theme].color }} aria-hidden />
          {linkText(theme, text[theme])}
        </li>
      ))}
    </ul>
  );
}

function linkText(theme: "light" | "dark", { color, contrast, chosen }: AccentJudgement["text"]["light"]): string {
  const [place, change] = theme === "light" ? ["light", "darkened"] : ["dark", "lightened"];
  if (chosen >= READABLE) return `Links on ${place} pages use it as it is: contrast ${contrast}:1.`;
  return `Links on ${place} pages are ${change} to ${color}: contrast ${contrast}:1 instead of ${chosen}:1.`;
}
