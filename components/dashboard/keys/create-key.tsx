"use client";

import { Alert, Button, Group, Modal, NativeSelect, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useActionState, useState } from "react";
import { CopyField } from "../copy-field";
import { DialogButtons } from "../dialog-buttons";
import { Refusal } from "../refusal";
import { ScriptButton } from "../script-button";
import { SubmitButton } from "../submit-button";
import { useDatabases } from "../use-databases";

interface State {
  message: string | null;
  secret: string | null;
}

interface Props {
  organisationId: string;
  create: (previous: State, form: FormData) => Promise<State>;
}

const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "a year" },
  { value: "0", label: "until it is revoked" },
];

export function CreateKey({ organisationId, create }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Create key
      </ScriptButton>
      <Modal opened={isOpen} onClose={close} title="Create API key">
        <KeyForm organisationId={organisationId} create={create} close={close} />
      </Modal>
    </>
  );
}

function KeyForm({ organisationId, create, close }: Props & { close: () => void }) {
  const [state, submit] = useActionState(create, { message: null, secret: null });
  if (state.secret !== null) {
    return (
      <Stack gap="md">
        <Alert role="status" color="yellow" variant="light" title="Shown this once">
          Keep the key now: only its hash is stored.
        </Alert>
        <CopyField label="API key" text={state.secret} />
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form action={submit}>
      <Stack gap="sm">
        <Refusal message={state.message} />
        <TextInput name="name" label="Name" required maxLength={64} autoComplete="off" data-autofocus />
        <Scope organisationId={organisationId} />
        <Radio.Group name="access" label="Access" defaultValue="read-only">
          <Group mt={6}>
            <Radio value="read-only" label="read-only" />
            <Radio value="read-write" label="read and write" />
          </Group>
        </Radio.Group>
        <NativeSelect name="days" label="Valid for" data={LIFETIMES} defaultValue="90" />
        <DialogButtons close={close}>
          <SubmitButton>Create</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** One database out of however many there are, found by its name; none is the whole organisation. */
function Scope({ organisationId }: { organisationId: string }) {
  const [text, setText] = useState("");
  const databases = useDatabases(organisationId, text);
  return (
    <Select
      name="database"
      label="Scope"
      placeholder="The whole organisation"
      description="Leave it empty for a key of the whole organisation, which the management API demands."
      data={databases.map(({ id, name }) => ({ value: id, label: `only ${name}` }))}
      filter={({ options }) => options}
      onSearchChange={(value) => setText(value.replace(/^only /, ""))}
      nothingFoundMessage="No database is called that"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "The whole organisation" }}
    />
  );
}
