"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { ActionForm } from "@/components/ui/action-form";
import { useCommand } from "@/components/ui/commands/use-command";
import { Consequences } from "@/components/ui/consequences";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useAsked } from "@/components/ui/use-asked";
import type { FunctionSecret } from "@/lib/services/functions/secrets/resource";
import { NamedValueForm } from "../named-value-form";

/** The actions that set a secret, and delete one by its name. */
export interface SecretChanges {
  set: FormAction;
  remove: (name: string, ...rest: Parameters<FormAction>) => ReturnType<FormAction>;
}

interface Props {
  secrets: readonly FunctionSecret[];
  /** `null` for a member who may change none. */
  changes: SecretChanges | null;
}

interface Question {
  kind: "set" | "remove";
  name: string;
}

export function SecretList({ secrets, changes }: Props) {
  const { asked, isAsking, ask, close } = useAsked<Question>();
  const menuOf = (name: string) =>
    changes
      ? [
          { label: "Set another value", icon: IconPencil, onSelect: () => ask({ kind: "set", name }) },
          { label: "Delete", icon: IconTrash, isDestructive: true, onSelect: () => ask({ kind: "remove", name }) },
        ]
      : [];
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
            <td data-actions>
              <RowMenu label={`Actions for ${name}`} actions={menuOf(name)} />
            </td>
          </tr>
        ))}
      </Listing>
      {changes && (
        <Dialog
          opened={isAsking}
          onClose={close}
          title={asked?.kind === "remove" ? "Delete secret" : "Set another value"}
        >
          {asked?.kind === "set" && <SetForm name={asked.name} set={changes.set} close={close} />}
          {asked?.kind === "remove" && (
            <ActionForm action={changes.remove.bind(null, asked.name)} onDone={close} label="Delete secret">
              <Consequences
                goes={`The secret ${asked.name}. Functions are without it from their next call on.`}
                stays="The project's other secrets, and the audit log."
                undo="This can't be undone: the value is shown nowhere."
              />
              <DialogButtons close={close}>
                <SubmitButton color="red">Delete</SubmitButton>
              </DialogButtons>
            </ActionForm>
          )}
        </Dialog>
      )}
    </KeepFocus>
  );
}

/** A button whose dialog sets a secret. */
export function SetSecret({ set }: { set: FormAction }) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "set-secret", label: "Set secret", keys: "c" }, open);
  return (
    <>
      <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={open} title="Set secret (C)">
        Set secret
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Set secret">
        <SetForm name={null} set={set} close={close} />
      </Dialog>
    </>
  );
}

interface FormProps {
  /** `null` for a new one. */
  name: string | null;
  set: FormAction;
  close: () => void;
}

function SetForm({ name, ...rest }: FormProps) {
  return (
    <NamedValueForm
      kind="secret"
      nameField="name"
      placeholder="STRIPE_KEY"
      description="It's stored encrypted, and not shown again."
      known={name === null ? null : { name }}
      isValueRequired
      {...rest}
    />
  );
}
