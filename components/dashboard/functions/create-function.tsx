"use client";

import { TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { ScriptSelect } from "@/components/ui/script-select";
import { SubmitButton } from "@/components/ui/submit-button";
import type { FunctionTemplate } from "@/lib/services/functions/templates/resource";
import classes from "./functions.module.css";

interface Props {
  templates: readonly FunctionTemplate[];
  create: FormAction;
}

/** A button whose dialog makes a function of a template, deploys it, and leads to it. */
export function CreateFunction({ templates, create }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "create-function", label: "Create function", keys: "c" }, open);
  const [first] = templates;
  const [chosen, setChosen] = useState(first?.id ?? "");
  const template = templates.find(({ id }) => id === chosen);
  return (
    <>
      <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={open} title="Create function (C)">
        Create function
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Create function">
        <ActionForm action={create}>
          <ScriptSelect
            name="template"
            label="Template"
            description={template?.text}
            data={templates.map(({ id, title }) => ({ value: id, label: title }))}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <TextInput
            key={chosen}
            name="name"
            label="Name"
            description="1 to 40 characters: a-z, 0-9 and -"
            defaultValue={chosen}
            required
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <Needs needs={template?.needs ?? []} />
          <DialogButtons close={close}>
            <SubmitButton>Create and deploy</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}

/** The things that have to be there before a function of the template does its work. */
export function Needs({ needs }: { needs: readonly string[] }) {
  if (needs.length === 0) return null;
  return (
    <div>
      <p className={classes.meta}>Before it does its work, it needs:</p>
      <ul className={classes.needs}>
        {needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
    </div>
  );
}
