"use client";

import { Alert, Button, Group, Modal, NativeSelect, Radio, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useActionState } from "react";
import { CopyField } from "../copy-field";
import { SubmitButton } from "../submit-button";

interface State {
  message: string | null;
  secret: string | null;
}

interface Props {
  databases: readonly { id: string; name: string }[];
  create: (previous: State, form: FormData) => Promise<State>;
}

const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "a year" },
  { value: "0", label: "until it is revoked" },
];

export function CreateKey({ databases, create }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Create key
      </Button>
      <Modal opened={isOpen} onClose={close} title="Create API key" closeButtonProps={{ "aria-label": "Close" }}>
        <KeyForm databases={databases} create={create} close={close} />
      </Modal>
    </>
  );
}

function KeyForm({ databases, create, close }: Props & { close: () => void }) {
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
        {state.message && (
          <Alert role="alert" color="red" variant="light">
            {state.message}
          </Alert>
        )}
        <TextInput name="name" label="Name" required maxLength={64} autoComplete="off" data-autofocus />
        <NativeSelect
          name="database"
          label="Scope"
          data={[
            { value: "", label: "the whole organisation" },
            ...databases.map(({ id, name }) => ({ value: id, label: `only ${name}` })),
          ]}
        />
        <Radio.Group name="access" label="Access" defaultValue="read-only">
          <Group mt={6}>
            <Radio value="read-only" label="read-only" />
            <Radio value="read-write" label="read and write" />
          </Group>
        </Radio.Group>
        <NativeSelect name="days" label="Valid for" data={LIFETIMES} defaultValue="90" />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Create</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
