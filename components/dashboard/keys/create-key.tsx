"use client";

import { Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { FormPlace, PlacedFormButton } from "@/components/ui/forms/form-place";
import { ShownSecret } from "@/components/ui/forms/shown-secret";
import { useDatabases } from "@/components/ui/use-databases";
import type { Form } from "@/lib/web/forms/resource";

interface Props {
  organisationId: string;
  form: Form;
  /** Creates the key. Its secret is shown only once. */
  create: FormAction<{ secret: string }>;
  children: ReactNode;
}

/** The part of a page that holds the buttons which create a key. */
export function KeyCreation({ organisationId, form, create, children }: Props) {
  const creation = {
    command: "create-key",
    keys: "c",
    form,
    action: create,
    last: <Scope organisationId={organisationId} />,
    result: ({ secret }: { secret: string }, close: () => void) => (
      <ShownSecret title="Copy your key now" label="API key" secret={secret} close={close} />
    ),
  };
  return <FormPlace forms={[creation]}>{children}</FormPlace>;
}

export function CreateKeyButton() {
  return (
    <PlacedFormButton command="create-key" keys="c">
      Create key
    </PlacedFormButton>
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
