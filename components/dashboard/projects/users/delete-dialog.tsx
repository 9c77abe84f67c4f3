"use client";

import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Consequences } from "@/components/ui/consequences";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { SubmitButton } from "@/components/ui/submit-button";
import { isTyped, TypedName } from "@/components/ui/typed-name";
import { type DialogProps, idsOf } from "./ban-dialog";
import { type UserChanges, whom } from "./changes";

/** Names the data that goes with users, and has the address of a single one, or their number, typed. */
export function DeleteDialog({ isOpen, ...props }: DialogProps & Pick<UserChanges, "remove">) {
  return (
    <Dialog opened={isOpen} onClose={props.close} title={titleOf(props)}>
      <DeleteForm {...props} />
    </Dialog>
  );
}

const titleOf = ({ users }: Pick<DialogProps, "users">) =>
  users.length === 1 ? "Delete user" : `Delete ${users.length} users`;

function DeleteForm({ users, close, onDone, remove }: Omit<DialogProps, "isOpen"> & Pick<UserChanges, "remove">) {
  const [typed, setTyped] = useState("");
  const wanted = whom(users);
  const theirs = users.length === 1 ? `${wanted} with` : `${wanted} with all`;
  return (
    <ActionForm action={remove.bind(null, idsOf(users))} onDone={onDone} label={titleOf({ users })}>
      <Consequences
        goes={`${theirs} sessions, password, passkeys, two-step verification and connected accounts.`}
        stays="Security events and the audit log. Data that your app stores about them is yours to delete."
        undo="Can't be undone. To keep someone out for a while, ban them instead."
      />
      <TypedName name={wanted} typed={typed} onType={setTyped} />
      <DialogButtons close={close}>
        <SubmitButton color="red" disabled={!isTyped({ name: wanted, typed })}>
          {titleOf({ users })}
        </SubmitButton>
      </DialogButtons>
    </ActionForm>
  );
}
