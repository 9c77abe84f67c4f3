"use client";

import { Alert, Button, Group, NativeSelect, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { CopyField } from "@/components/ui/copy-field";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useDatabases } from "@/components/ui/use-databases";
import { useFormAction } from "@/components/ui/use-form-action";

const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "0", label: "No expiry" },
];

export interface KeyCreationProps {
  organisationId: string;
  /** Creates the key. Its secret is shown only once. */
  create: FormAction<{ secret: string }>;
}

interface Props extends KeyCreationProps {
  close: () => void;
  onMade: () => void;
}

/** The content of the dialog that creates a key: its questions, and then the key. */
export default function KeyForm({ organisationId, create, close, onMade }: Props) {
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
          <SubmitButton>Create API key</SubmitButton>
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
