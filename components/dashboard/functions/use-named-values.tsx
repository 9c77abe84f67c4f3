"use client";

import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-action";
import { DeleteForm } from "@/components/ui/forms/delete-form";
import { FieldForm } from "@/components/ui/forms/field-form";
import { RowMenu } from "@/components/ui/row-menu";
import { useAsked } from "@/components/ui/use-asked";
import type { Form } from "@/lib/web/forms/resource";

/** The actions on texts that a function has by their names. */
export interface NamedValueChanges {
  /** The form that sets one, with its name first. */
  form: Form;
  set: FormAction<{ name: string }>;
  remove: (name: string, ...rest: Parameters<FormAction>) => ReturnType<FormAction>;
}

interface Options extends NamedValueChanges {
  /** The label of the action that sets a known one. */
  setLabel: string;
  /** Returns the effects of deleting one. */
  loss: (name: string) => Pick<ComponentProps<typeof DeleteForm>, "title" | "goes" | "stays" | "undo">;
}

interface Named {
  name: string;
  /** `undefined` for one that isn't shown. */
  value?: string;
}

/** Changes named values by menus of their rows. The dialog is to be rendered once. */
export function useNamedValues(options: Options | null): { menuOf: (of: Named) => ReactNode; dialog: ReactNode } {
  const { asked, isAsking, ask, close } = useAsked<Named & { isLost: boolean }>();
  if (!options) return { menuOf: () => null, dialog: null };
  const { form, setLabel, set, remove, loss } = options;
  const menuOf = (of: Named) => (
    <RowMenu
      label={`Actions for ${of.name}`}
      actions={[
        { label: setLabel, icon: IconPencil, onSelect: () => ask({ ...of, isLost: false }) },
        { label: "Delete", icon: IconTrash, isDestructive: true, onSelect: () => ask({ ...of, isLost: true }) },
      ]}
    />
  );
  const dialog = (
    <Dialog opened={isAsking} onClose={close} title={asked?.isLost ? loss(asked.name).title : setLabel}>
      {asked &&
        (asked.isLost ? (
          <DeleteForm {...loss(asked.name)} action={remove.bind(null, asked.name)} close={close} />
        ) : (
          <FieldForm form={knownForm(form, asked)} action={set} close={close} onDone={close} />
        ))}
    </Dialog>
  );
  return { menuOf, dialog };
}

/** Returns the form with a name that can't be changed, and its value if it is known. */
function knownForm({ fields: [name, value], ...form }: Form, known: Named): Form {
  const fields = [
    ...(name ? [{ ...name, value: known.name, isFixed: true }] : []),
    ...(value ? [{ ...value, value: known.value ?? null }] : []),
  ];
  return { ...form, fields };
}
