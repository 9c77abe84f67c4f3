"use client";

import { Select } from "@mantine/core";
import { useState } from "react";
import { useDatabases } from "@/components/ui/use-databases";

/** A field that finds one database by its name. Left empty, the key reaches the whole organisation. */
export default function ScopeField({ organisationId }: { organisationId: string }) {
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
