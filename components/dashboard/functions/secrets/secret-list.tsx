"use client";

import { FormButton } from "@/components/ui/forms/form-button";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
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
    <KeepFocus label="Secrets">
      <Listing label="Secrets" minWidth={520} columns={["Name", "SHA-256 begins with", "Changed"]} stacks>
        {secrets.map(({ name, digest, updatedAt }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td data-label="SHA-256 begins with">
              <code>{digest}</code>
            </td>
            <td data-label="Changed">
              <Moment at={updatedAt} />
            </td>
            <td data-actions>{menuOf({ name })}</td>
          </tr>
        ))}
      </Listing>
      {dialog}
    </KeepFocus>
  );
}

/** A button whose dialog sets a secret. */
export function SetSecret({ form, set }: Pick<NamedValueChanges, "form" | "set">) {
  return <FormButton form={form} action={set} command="set-secret" />;
}
