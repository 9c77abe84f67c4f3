"use client";

import { Text } from "@mantine/core";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import type { Form } from "@/lib/web/forms/resource";
import { BanEnd } from "./ban-end";
import { type NamedUser, type UserChanges, whom } from "./changes";

export interface DialogProps {
  users: readonly NamedUser[];
  isOpen: boolean;
  close: () => void;
  onDone: () => void;
}

interface Props extends DialogProps, Pick<UserChanges, "ban"> {
  form: Form;
}

/** Asks for the reason of a ban, which its users do not see, and for its end. */
export function BanDialog({ users, isOpen, close, onDone, form, ban }: Props) {
  const isOne = users.length === 1;
  const title = isOne ? form.title : `Ban ${users.length} users`;
  return (
    <FormDialog
      form={{ ...form, title, submit: title, isDestructive: true }}
      action={ban.bind(null, idsOf(users))}
      {...{ isOpen, close, onDone }}
      last={<BanEnd />}
    >
      <Text size="sm">
        {whom(users)} {isOne ? "is" : "are"} signed out everywhere, and can't sign in until the ban ends. Nothing of{" "}
        {isOne ? "theirs" : "them"} is deleted.
      </Text>
    </FormDialog>
  );
}

export const idsOf = (users: readonly NamedUser[]): string[] => users.map(({ id }) => id);
