"use client";

import { useState } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { filledForm } from "@/components/ui/forms/filled-form";
import { FormButton } from "@/components/ui/forms/form-button";
import { ScriptSelect } from "@/components/ui/script-select";
import type { FunctionTemplate } from "@/lib/services/functions/templates/resource";
import type { Form } from "@/lib/web/forms/resource";
import classes from "./functions.module.css";

interface Props {
  templates: readonly FunctionTemplate[];
  /** The form that asks for the name. */
  form: Form;
  create: FormAction;
}

/** A button whose dialog makes a function of a template, deploys it, and leads to it. */
export function CreateFunction({ templates, form, create }: Props) {
  const [chosen, setChosen] = useState(templates[0]?.id ?? "");
  const template = templates.find(({ id }) => id === chosen);
  return (
    <FormButton
      command="create-function"
      form={filledForm(form, { name: chosen })}
      action={create}
      last={<Needs needs={template?.needs ?? []} />}
    >
      <ScriptSelect
        name="template"
        label="Template"
        description={template?.text}
        data={templates.map(({ id, title }) => ({ value: id, label: title }))}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
    </FormButton>
  );
}

/** The things that have to be there before a function of the template does its work. */
function Needs({ needs }: { needs: readonly string[] }) {
  if (needs.length === 0) return null;
  return (
    <div>
      <p className="quiet">Before it does its work, it needs:</p>
      <ul className={classes.needs}>
        {needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
    </div>
  );
}
