"use client";

import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";
import type { FunctionTemplate } from "@/lib/services/functions/templates/resource";
import classes from "./functions.module.css";

interface Props {
  templates: readonly FunctionTemplate[];
  create: FormAction;
}

/** The templates to begin from: one click deploys a function under the template's name. */
export function TemplateList({ templates, create }: Props) {
  return (
    <ul className={classes.templates} aria-label="Templates">
      {templates.map(({ id, title, text }, index) => (
        <li key={id} className={classes.template}>
          <h3>{title}</h3>
          <p>{text}</p>
          <ActionForm action={create} label={title}>
            <input type="hidden" name="template" value={id} />
            <input type="hidden" name="name" value={id} />
            <div>
              <SubmitButton size="xs" variant={index === 0 ? "filled" : "default"}>
                Deploy {id}
              </SubmitButton>
            </div>
          </ActionForm>
        </li>
      ))}
    </ul>
  );
}
