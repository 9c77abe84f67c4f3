"use client";

import { NativeSelect, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CopyField } from "@/components/ui/copy-field";
import type { FormAction } from "@/components/ui/form-action";
import { FieldForm } from "@/components/ui/forms/field-form";
import type { TableChoice } from "@/lib/services/realtime/changes/tables/resource";
import { policyProblem } from "./problem";

interface Props {
  /** The table; `null` where one is to be chosen of those that aren't published. */
  table: TableChoice | null;
  tables: readonly TableChoice[];
  cost: string;
  publish: FormAction;
  close: () => void;
}

type AudienceKind = "owner" | "signed-in" | "anyone" | "rls";

const AUDIENCES: readonly { value: AudienceKind; label: string; description: string }[] = [
  { value: "owner", label: "The user in a column", description: "Each user gets the rows that have their ID." },
  { value: "signed-in", label: "Signed-in users", description: "Every user of the project gets every row." },
  { value: "anyone", label: "Anyone", description: "Everyone with the app's public key gets every row." },
  { value: "rls", label: "By row-level security", description: "Users get the rows that policies let them read." },
];

const PUBLISH = { title: "Publish table", submit: "Publish", done: "Table published.", fields: [] };
const CHANGE = { title: "Change audience", submit: "Save", done: "Audience changed.", fields: [] };

/** Publishes a table to an audience, or changes the audience. */
export function PublishForm({ table, tables, cost, publish, close }: Props) {
  const free = tables.filter(({ audience, hasKey }) => audience === null && hasKey);
  const [name, setName] = useState(table?.table ?? free[0]?.table ?? "");
  // One that has just been published isn't free any more, and its form still says so.
  const chosen = table ?? tables.find((one) => one.table === name) ?? null;
  const [kind, setKind] = useState<AudienceKind | null>(kindOf(table?.audience ?? null));
  if (!chosen) return <Text>Every table with a primary key is published already.</Text>;
  const effective = kind ?? (chosen.ownerColumns.length > 0 ? "owner" : "signed-in");
  const isPublished = table !== null && table.audience !== null;
  const form = isPublished ? CHANGE : PUBLISH;
  return (
    <FieldForm form={form} action={publish} close={close} onDone={close}>
      {table ? (
        <Text>
          <code>{table.table}</code>
          <input type="hidden" name="table" value={table.table} />
        </Text>
      ) : (
        <NativeSelect
          name="table"
          label="Table"
          data={free.map((one) => one.table)}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <Radio.Group
        name="audience"
        label="Who gets changes"
        value={effective}
        onChange={(value) => setKind(value as AudienceKind)}
      >
        <Stack gap="xs" mt="xs">
          {AUDIENCES.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      {effective === "owner" && <OwnerColumn table={chosen} />}
      {effective === "rls" && <Policies table={chosen} />}
      {!isPublished && <p className="quiet">{cost}</p>}
    </FieldForm>
  );
}

function OwnerColumn({ table: { audience, ownerColumns } }: { table: TableChoice }) {
  if (ownerColumns.length === 0) {
    return <Text size="sm">The table has no text column that could hold the ID of a user, such as author_id.</Text>;
  }
  const current = audience?.startsWith("owner:") ? audience.slice("owner:".length) : likely(ownerColumns);
  return (
    <NativeSelect
      name="column"
      label="Column"
      description="It holds the user's ID, such as usr_4k9x2m7q1w8e5r3t6y0u"
      data={[...ownerColumns]}
      defaultValue={current}
    />
  );
}

/** Policies are chosen here, so the things that they still need are told here. */
function Policies({ table }: { table: TableChoice }) {
  const problem = policyProblem(table);
  if (!problem) return null;
  return (
    <div>
      <Text size="sm" mb="xs">
        {problem.text} {problem.sql && "Run this first:"}
      </Text>
      {problem.sql && <CopyField label="SQL" text={problem.sql} />}
    </div>
  );
}

/** The column that is named like a user comes first. */
function likely(columns: readonly string[]): string | undefined {
  return columns.find((column) => /user|owner|author/.test(column)) ?? columns[0];
}

function kindOf(audience: string | null): AudienceKind | null {
  if (audience?.startsWith("owner:")) return "owner";
  return AUDIENCES.find(({ value }) => value === audience)?.value ?? null;
}
