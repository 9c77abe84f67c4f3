"use client";

import { NativeSelect } from "@mantine/core";
import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";
import classes from "./realtime.module.css";

export interface DatabaseChoice {
  value: string;
  label: string;
}

interface Props {
  databases: readonly DatabaseChoice[];
  /** The current choice. */
  current: string | null;
  choose: FormAction;
  onDone?: () => void;
}

/** Chooses which database is the project's own. */
export function ChooseDatabase({ databases, current, choose, onDone = () => undefined }: Props) {
  if (databases.length === 0) return "The organisation has no database yet. Create one first.";
  return (
    <ActionForm action={choose} onDone={onDone} label="Project's database">
      <div className={classes.choose}>
        <NativeSelect name="databaseId" label="Database" data={[...databases]} defaultValue={current ?? undefined} />
        <SubmitButton>Choose database</SubmitButton>
      </div>
    </ActionForm>
  );
}
