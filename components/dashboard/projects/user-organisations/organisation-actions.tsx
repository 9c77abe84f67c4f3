"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { IconPencil, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { Consequences } from "@/components/ui/consequences";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { FieldForm } from "@/components/ui/forms/field-form";
import { filledForm } from "@/components/ui/forms/filled-form";
import { RowMenu } from "@/components/ui/row-menu";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useAsked } from "@/components/ui/use-asked";
import type { OwnedOrganization } from "@/lib/sign-in/user-organisations/resource";
import type { Form } from "@/lib/web/forms/resource";
import { ROLES, roleName } from "./role-words";

interface Props {
  organisation: OwnedOrganization;
  add: FormAction;
  /** The form that changes it, without its values. */
  form: Form;
  update: FormAction;
  remove: FormAction;
}

const TITLES = { add: "Add member", edit: "Edit organisation", remove: "Delete organisation" } as const;

/** The actions on an organisation of users, and their dialogs. */
export function OrganisationActions({ organisation, add, form, update, remove }: Props) {
  const { asked, isAsking, ask, close } = useAsked<keyof typeof TITLES>();
  const onAdded = (value: unknown) => {
    close();
    announce({ isDone: true, value }, "Member added");
  };
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
        {asked === "add" && (
          <ActionForm action={add} onDone={onAdded}>
            <TextInput
              name="user"
              label="User"
              description="Email address or ID. They're a member immediately, without an invitation."
              required
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
            <NativeSelect
              name="role"
              label="Role"
              defaultValue="member"
              data={ROLES.map((role) => ({ value: role, label: roleName(role) }))}
            />
            <DialogButtons close={close}>
              <SubmitButton>Add</SubmitButton>
            </DialogButtons>
          </ActionForm>
        )}
        {asked === "edit" && (
          <FieldForm form={filledForm(form, organisation)} action={update} close={close} onDone={close} />
        )}
        {asked === "remove" && (
          <ActionForm action={remove} onDone={close}>
            <Consequences
              goes={`${organisation.name}, its memberships and its invitations. No session works in it any more.`}
              stays="Its users."
              undo="This can't be undone."
            />
            <DialogButtons close={close}>
              <SubmitButton color="red">Delete</SubmitButton>
            </DialogButtons>
          </ActionForm>
        )}
      </Dialog>
    </>
  );
}
