"use client";

import { useState } from "react";
import { Refusal } from "@/components/ui/refusal";
import type { AccentJudgement } from "@/lib/sign-in/brand/resource";
import type { SettingField } from "@/lib/web/resource";
import { SaveRow } from "../settings/save-row";
import { SettingRow } from "../settings/setting-row";
import settingsClasses from "../settings/settings.module.css";
import { type SaveSettings, useSettingsDraft } from "../settings/use-settings-draft";
import { AccentWords } from "./accent-words";
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
              <SettingRow
                field={field}
                value={draft.current(field)}
                change={draft.change(field.path)}
                error={draft.problems[field.path] ?? null}
                isReadOnly={save === null}
              />
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
        <OwnTexts
          fields={textFields}
          draft={draft}
          languages={languages}
          locale={locale}
          setLocale={setLocale}
          isReadOnly={save === null}
        />
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
