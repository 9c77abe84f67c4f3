"use client";

import { FormButton } from "@/components/ui/forms/form-button";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import type { FunctionSecret } from "@/lib/services/functions/secrets/resource";
import { type NamedValueChanges, useNamedValues } from "../use-named-values";

interface Props {
  secrets: readonly FunctionSecret[];
  /** `null` for a member who may change none. */
  changes: NamedValueChanges | null;
}

export function SecretList({ secrets, changes }: Props) {
  const { menuOf, dialog } = useNamedValues(
    changes && {
      ...changes,
      setLabel: "Set another value",
      loss: (name) => ({
        title: "Delete secret",
        goes: `The secret ${name}. Functions are without it from their next call on.`,
        stays: "The project's other secrets, and the audit log.",
        undo: "This can't be undone: the value is shown nowhere.",
      }),
    },
  );
  return (
    <MenuTable
      label="Secrets"
      minWidth={520}
      rows={secrets}
      keyOf={({ name }) => name}
      columns={[
        { name: "Name", cell: ({ name }) => <code>{name}</code> },
        { name: "SHA-256 begins with", cell: ({ digest }) => <code>{digest}</code> },
        { name: "Changed", cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
      ]}
      end={menuOf}
    >
      {dialog}
    </MenuTable>
  );
}

/** A button whose dialog sets a secret. */
export function SetSecret({ form, set }: Pick<NamedValueChanges, "form" | "set">) {
  return <FormButton form={form} action={set} command="set-secret" />;
}
