"use client";

import { Stack } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { ActionForm } from "@/components/ui/action-form";
import { Consequences } from "@/components/ui/consequences";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { RowMenu } from "@/components/ui/row-menu";
import { SubmitButton } from "@/components/ui/submit-button";
import { useAsked } from "@/components/ui/use-asked";
import { SetVariable, VariableForm } from "./set-variable";
import classes from "./variables.module.css";

interface Variable {
  name: string;
  value: string;
}

interface Props {
  variables: readonly Variable[];
  /** `null` before the first deployment: variables belong to a version. */
  set: FormAction | null;
  /** The action that deletes one by its name. */
  remove: (name: string, ...rest: Parameters<FormAction>) => ReturnType<FormAction>;
}

type Question = Variable & { kind: "set" | "remove" };

/** The environment variables of a function with their values, and the forms that change them. */
export function VariableList({ variables, set, remove }: Props) {
  const { asked, isAsking, ask, close } = useAsked<Question>();
  if (!set) return "Deploy a version first: variables belong to it.";
  return (
    <Stack gap="md" align="start">
      {variables.length > 0 && (
        <KeepFocus label="Variables">
          <Listing label="Variables" minWidth={360} columns={["Name", "Value"]} stacks>
            {variables.map((variable) => (
              <tr key={variable.name}>
                <th scope="row">
                  <code>{variable.name}</code>
                </th>
                <td data-label="Value">
                  <code className={classes.value}>{variable.value}</code>
                </td>
                <td data-actions>
                  <RowMenu
                    label={`Actions for ${variable.name}`}
                    actions={[
                      { label: "Change value", icon: IconPencil, onSelect: () => ask({ kind: "set", ...variable }) },
                      {
                        ...{ label: "Delete", icon: IconTrash, isDestructive: true },
                        onSelect: () => ask({ kind: "remove", ...variable }),
                      },
                    ]}
                  />
                </td>
              </tr>
            ))}
          </Listing>
        </KeepFocus>
      )}
      <SetVariable set={set} />
      <Dialog opened={isAsking} onClose={close} title={asked?.kind === "remove" ? "Delete variable" : "Change value"}>
        {asked?.kind === "set" && <VariableForm known={asked} set={set} close={close} />}
        {asked?.kind === "remove" && (
          <ActionForm action={remove.bind(null, asked.name)} onDone={close} label="Delete variable">
            <Consequences
              goes={`The variable ${asked.name}. The function is without it from its next call on.`}
              stays="Its other variables, and those of earlier versions."
              undo="Set it again."
            />
            <DialogButtons close={close}>
              <SubmitButton color="red">Delete</SubmitButton>
            </DialogButtons>
          </ActionForm>
        )}
      </Dialog>
    </Stack>
  );
}
