"use client";

import { Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Metadata } from "./metadata-facts";

/** A button whose dialog edits the data that the app keeps about a user. */
export function EditMetadata({ publicMetadata, privateMetadata, save }: Metadata & { save: FormAction }) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "edit-metadata", label: "Edit metadata" }, open);
  const finish = () => {
    close();
    announce({ isDone: true, value: null }, "Saved.");
  };
  return (
    <>
      <ScriptButton variant="default" size="xs" onClick={open}>
        Edit metadata
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Edit metadata" size="lg">
        <ActionForm action={save} onDone={finish} label="Edit metadata">
          <JsonField
            name="publicMetadata"
            label="Public"
            description="The user's client can read it."
            value={publicMetadata}
          />
          <JsonField
            name="privateMetadata"
            label="Private"
            description="Only server keys and your organisation can read it."
            value={privateMetadata}
          />
          <DialogButtons close={close}>
            <SubmitButton>Save</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}

interface FieldProps {
  name: string;
  label: string;
  description: string;
  value: object;
}

function JsonField({ value, ...field }: FieldProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [isChecked, setChecked] = useState(false);
  return (
    <Textarea
      {...field}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => setChecked(true)}
      error={isChecked ? problemOf(text) : null}
      autosize
      minRows={4}
      maxRows={14}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
    />
  );
}

/** Returns the fault of a text that is to be a JSON object, as far as the page can tell. */
function problemOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? null : "Write a JSON object.";
  } catch (error) {
    return error instanceof SyntaxError ? error.message : "Write a JSON object.";
  }
}
