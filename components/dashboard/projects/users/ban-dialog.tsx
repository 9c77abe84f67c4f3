"use client";

import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import type { Form } from "@/lib/web/forms/resource";
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

const CHOICES = [
  { value: "", label: "When I lift it" },
  { value: "1", label: "In a day" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "at", label: "At a time" },
];
const DAY_MILLISECONDS = 86_400_000;

/** When a ban ends. The form sends a moment in UTC, or nothing. */
function BanEnd() {
  const [choice, setChoice] = useState("");
  const [until, setUntil] = useState("");
  const choose = (value: string) => {
    setChoice(value);
    const days = Number(value);
    setUntil(days > 0 ? new Date(Date.now() + days * DAY_MILLISECONDS).toISOString() : "");
  };
  return (
    <>
      <NativeSelect
        label="Ends"
        data={CHOICES}
        value={choice}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        maw="14rem"
      />
      {choice === "at" && (
        <TextInput
          type="datetime-local"
          label="Time"
          description="In your time zone."
          onChange={({ currentTarget }) => setUntil(momentOf(currentTarget.value))}
          required
          maw="14rem"
        />
      )}
      <input type="hidden" name="until" value={until} />
    </>
  );
}

function momentOf(local: string): string {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
}
