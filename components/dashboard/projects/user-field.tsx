"use client";

import { TextInput } from "@mantine/core";
import { useId } from "react";
import { useFound } from "@/components/ui/use-found";

interface FoundUser {
  id: string;
  email: string;
  name: string;
}

interface Props {
  /** The address that finds users of the project. */
  search: string;
  /** The typed text: an email address or an ID. */
  value: string;
  change: (value: string) => void;
  description?: string;
}

/** A field for a user of the project, which offers the users who fit the text that is typed. */
export function UserField({ search, value, change, description }: Props) {
  const list = useId();
  const users = useFound<FoundUser>(search, value);
  return (
    <>
      <TextInput
        label="User"
        description={description}
        placeholder="ada@example.com or usr_…"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        list={list}
        required
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={list}>
        {users.map((user) => (
          <option key={user.id} value={user.email}>
            {user.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
