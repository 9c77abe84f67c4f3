"use client";

import { Stack } from "@mantine/core";
import { FormButton } from "@/components/ui/forms/form-button";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { type NamedValueChanges, useNamedValues } from "../use-named-values";
import classes from "./variables.module.css";

interface Props extends Omit<NamedValueChanges, "set"> {
  variables: readonly { name: string; value: string }[];
  /** `null` before the first deployment: variables belong to a version. */
  set: NamedValueChanges["set"] | null;
}

/** The environment variables of a function with their values, and the forms that change them. */
export function VariableList({ variables, form, set, remove }: Props) {
  const { menuOf, dialog } = useNamedValues(
    set && {
      ...{ form, set, remove, setLabel: "Change value" },
      loss: (name) => ({
        title: "Delete variable",
        goes: `The variable ${name}. The function is without it from its next call on.`,
        stays: "Its other variables, and those of earlier versions.",
        undo: "Set it again.",
      }),
    },
  );
  if (!set) return "Deploy a version first: variables belong to it.";
  return (
    <Stack gap="md" align="start">
      {variables.length > 0 && (
        <MenuTable
          label="Variables"
          minWidth={360}
          rows={variables}
          keyOf={({ name }) => name}
          columns={[
            { name: "Name", cell: ({ name }) => <code>{name}</code> },
            { name: "Value", cell: ({ value }) => <code className={classes.value}>{value}</code> },
          ]}
          end={menuOf}
        />
      )}
      <FormButton form={form} action={set} command="set-variable" keys={null} button={{ variant: "default" }} />
      {dialog}
    </Stack>
  );
}
