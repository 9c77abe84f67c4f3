"use client";

import { Alert, Button, Group, NativeSelect, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "@/components/ui/refusal";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useDatabases } from "@/components/ui/use-databases";
import { useFormAction } from "@/components/ui/use-form-action";

interface Props {
  organisationId: string;
  /** Creates the key. Its secret is shown only once. */
  create: FormAction<{ secret: string }>;
}

const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "0", label: "No expiry" },
];

const Open = createContext<() => void>(() => undefined);

/**
 * The part of a page that holds the buttons which create a key. The dialog stands outside of them: it shows the secret,
 * and the first key takes the empty state away together with its button.
 */
export function KeyCreation({ children, ...props }: Props & { children: ReactNode }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [isShown, setShown] = useState(false);
  const start = () => {
    setShown(false);
    open();
  };
  useCommand({ id: "create-key", label: "Create API key", keys: "c" }, start);
  return (
    <Open value={start}>
      {children}
      <Dialog
        opened={isOpen}
        onClose={close}
        title="Create API key"
        // A click outside does not close the dialog while it shows the key, which is shown only once.
        closeOnClickOutside={!isShown}
        closeOnEscape={!isShown}
      >
        <KeyForm {...props} close={close} onMade={() => setShown(true)} />
      </Dialog>
    </Open>
  );
}

export function CreateKeyButton() {
  return (
    <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={use(Open)} title="Create key (C)">
      Create key
    </ScriptButton>
  );
}

function KeyForm({ organisationId, create, close, onMade }: Props & { close: () => void; onMade: () => void }) {
  const { state, form } = useFormAction(create);
  useEffect(() => {
    if (state?.isDone) onMade();
  }, [state, onMade]);
  if (state?.isDone) {
    return (
      <Stack gap="md">
        <Alert role="status" color="yellow" variant="light" title="Copy your key now">
          You won't be able to see it again.
        </Alert>
        <CopyField label="API key" text={state.value.secret} />
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form {...form}>
      <Stack gap="sm">
        <Refusal message={state?.message ?? null} />
        <TextInput name="name" label="Name" required maxLength={64} autoComplete="off" data-autofocus />
        <Scope organisationId={organisationId} />
        <Radio.Group name="access" label="Access" defaultValue="read-only">
          <Group mt={6}>
            <Radio value="read-only" label="Read-only" />
            <Radio value="read-write" label="Read and write" />
          </Group>
        </Radio.Group>
        <NativeSelect name="days" label="Expires after" data={LIFETIMES} defaultValue="90" />
        <DialogButtons close={close}>
          <SubmitButton>Create</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** A field that finds one database by its name. Left empty, the key reaches the whole organisation. */
function Scope({ organisationId }: { organisationId: string }) {
  const [text, setText] = useState("");
  const databases = useDatabases(organisationId, text);
  return (
    <Select
      name="database"
      label="Scope"
      placeholder="The whole organisation"
      description="Choose a database to limit the key to it. The management API needs a key for the whole organisation."
      data={databases.map(({ id, name }) => ({ value: id, label: `Only ${name}` }))}
      filter={({ options }) => options}
      onSearchChange={(value) => setText(value.replace(/^Only /, ""))}
      nothingFoundMessage="No matching database"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "The whole organisation" }}
    />
  );
}
