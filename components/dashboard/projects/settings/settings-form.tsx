"use client";

import { Refusal } from "@/components/ui/refusal";
import type { SettingSection } from "@/lib/web/resource";
import { SaveRow } from "./save-row";
import { SettingRow } from "./setting-row";
import classes from "./settings.module.css";
import { type SaveSettings, useSettingsDraft } from "./use-settings-draft";

interface Props {
  section: SettingSection;
  /** `null` for a member who may not. */
  save: SaveSettings | null;
}

/** The form of one section. It saves the changes, marks the refused values and keeps the text that was typed. */
export function SettingsForm({ section: { title, fields, isPaired }, save }: Props) {
  const draft = useSettingsDraft(fields, save);
  return (
    <form {...draft.formProps} aria-label={title}>
      <div className={classes.fields} data-paired={isPaired || undefined}>
        {fields.map((field) => (
          <SettingRow key={field.path} {...draft.control(field)} />
        ))}
        {draft.note?.isDone === false && <Refusal message={draft.note.text} />}
      </div>
      {save && <SaveRow draft={draft} />}
    </form>
  );
}
