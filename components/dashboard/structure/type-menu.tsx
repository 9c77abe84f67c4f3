"use client";

import type { ObjectDefinition } from "@/lib/sql/structure/resource";
import type { UndoVerbs } from "../undo/undo-dialog";
import { FormOpener } from "./form-opener";
import * as forms from "./forms/type-forms";
import { PartMenu } from "./part-section";
import type { ListDependents } from "./use-dependents";

interface Props {
  databaseId: string;
  /** The address of the database. */
  home: string;
  type: ObjectDefinition;
  listDependents: ListDependents;
  undoVerbs: UndoVerbs;
}

/** The menu of a type, whose items open a form each. */
export function TypeMenu({ type, ...props }: Props) {
  const ofLabels = [
    { label: "Add value", form: () => forms.addLabelForm(type) },
    { label: "Rename value", form: () => forms.renameLabelForm(type) },
  ];
  const base = `${props.home}/tables/objects?kind=types`;
  const actions = [
    ...(type.kind === "enum" ? ofLabels : []),
    { label: "Rename type", form: () => forms.renameTypeForm(type) },
    { label: "Drop type", isDestroying: true, form: () => forms.dropTypeForm(type, base) },
  ];
  return <FormOpener {...props}>{(open) => <PartMenu name="the type" {...{ actions, open }} />}</FormOpener>;
}
