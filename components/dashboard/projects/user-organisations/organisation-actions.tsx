"use client";

import { IconPencil, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-action";
import { DeleteForm } from "@/components/ui/forms/delete-form";
import { FieldForm } from "@/components/ui/forms/field-form";
import { filledForm } from "@/components/ui/forms/filled-form";
import { RowMenu } from "@/components/ui/row-menu";
import { ScriptButton } from "@/components/ui/script-button";
import { useAsked } from "@/components/ui/use-asked";
import type { OwnedOrganization } from "@/lib/sign-in/user-organisations/resource";
import type { Form } from "@/lib/web/forms/resource";

interface Props {
  organisation: OwnedOrganization;
  addForm: Form;
  add: FormAction;
  /** The form that changes it, without its values. */
  form: Form;
  update: FormAction;
  remove: FormAction;
}

const TITLES = { add: "Add member", edit: "Edit organisation", remove: "Delete organisation" } as const;

/** The actions on an organisation of users, and their dialogs. */
export function OrganisationActions({ organisation, addForm, add, form, update, remove }: Props) {
  const { asked, isAsking, ask, close } = useAsked<keyof typeof TITLES>();
  return (
    <>
      <ScriptButton leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => ask("add")}>
        Add member
      </ScriptButton>
      <RowMenu
        label={`Actions for ${organisation.name}`}
        actions={[
          { label: "Edit", icon: IconPencil, onSelect: () => ask("edit") },
          { label: "Delete", icon: IconTrash, isDestructive: true, onSelect: () => ask("remove") },
        ]}
      />
      <Dialog opened={isAsking} onClose={close} title={asked && TITLES[asked]}>
        {asked === "add" && <FieldForm form={addForm} action={add} close={close} onDone={close} />}
        {asked === "edit" && (
          <FieldForm form={filledForm(form, organisation)} action={update} close={close} onDone={close} />
        )}
        {asked === "remove" && (
          <DeleteForm
            title={TITLES.remove}
            goes={`${organisation.name}, its memberships and its invitations. No session works in it any more.`}
            stays="Its users."
            undo="This can't be undone."
            action={remove}
            close={close}
          />
        )}
      </Dialog>
    </>
  );
}
