"use client";

import { Button, Group, Stack, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { LinkButton } from "@/components/ui/link";
import { tableAddress } from "../addresses/table-address";
import { DraftColumn } from "./draft-column";
import { type ColumnDraft, columnFault, EMPTY_COLUMN } from "./sql/columns";
import { nameFault } from "./sql/names";
import { createTable } from "./sql/tables";
import { SqlPanel } from "./sql-panel";
import classes from "./structure.module.css";
import { useKnownNames } from "./use-known-names";
import { useOffer } from "./use-offer";
import { useSqlRun } from "./use-sql-run";

interface Props {
  databaseId: string;
  /** The address of the database. */
  home: string;
  /** The schema that the table is in by default. */
  schema: string;
}

interface Row extends ColumnDraft {
  id: number;
}

const FIRST: readonly Row[] = [
  { ...EMPTY_COLUMN, id: 0, name: "id", type: "bigint", isKey: true, isNullable: false, identity: "always" },
  { ...EMPTY_COLUMN, id: 1, name: "created_at", type: "timestamp with time zone", isNullable: false, default: "now()" },
];

/** The form that creates a table, beside the SQL that it writes. */
export function CreateTable({ databaseId, home, schema }: Props) {
  const editor = `${home}/sql`;
  const [draft, setDraft] = useState({ schema, name: "", comment: "" });
  const [rows, setRows] = useState(FIRST);
  const [edited, setEdited] = useState<string | null>(null);
  const [isTried, setIsTried] = useState(false);
  const { offer } = useOffer();
  const faults = faultsOf(draft, rows);
  const text = edited ?? (faults.isWrong ? null : createTable({ ...draft, columns: rows }));
  const running = useSqlRun(editor, text);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    const done = await running.run();
    const tables = `${home}/tables`;
    if (done) offer("Table created.", done.change, edited === null ? tableAddress(tables, "rows", draft) : tables);
  };
  const shown = isTried && edited === null ? faults : null;
  const field = (name: "schema" | "name" | "comment") => ({
    value: draft[name],
    spellCheck: name === "comment",
    onChange: (event: ChangeEvent<HTMLInputElement>) => setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={submit} noValidate className={classes.drafts}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" wrap="wrap">
          <TextInput label="Name" flex="2 1 12rem" placeholder="orders" error={shown?.name} {...field("name")} />
          <TextInput label="Schema" flex="1 1 8rem" error={shown?.schema} {...field("schema")} />
        </Group>
        <Stack gap="sm" className={classes.columns}>
          <DraftColumns editor={editor} rows={rows} setRows={setRows} faults={shown?.columns ?? []} />
        </Stack>
        <TextInput label="Comment" {...field("comment")} />
      </Stack>
      <SqlPanel
        {...{ databaseId, editor, text }}
        isEdited={edited !== null}
        onEdit={setEdited}
        reason={running.reason}
        message={running.message}
        isRunning={running.isRunning}
        run="Create table"
      >
        <LinkButton href={`${home}/tables`} variant="default">
          Cancel
        </LinkButton>
      </SqlPanel>
    </form>
  );
}

function faultsOf({ schema, name }: { schema: string; name: string }, rows: readonly Row[]) {
  const columns = rows.map((row, place) =>
    columnFault(
      row,
      rows.slice(0, place).map((other) => other.name),
    ),
  );
  const found = { name: nameFault(name), schema: nameFault(schema), columns };
  return { ...found, isWrong: [found.name, found.schema, ...columns].some((fault) => fault !== null) };
}

interface ColumnsProps {
  editor: string;
  rows: readonly Row[];
  setRows: (rows: readonly Row[]) => void;
  faults: readonly ReturnType<typeof columnFault>[];
}

function DraftColumns({ editor, rows, setRows, faults }: ColumnsProps) {
  const known = useKnownNames(editor);
  const add = () => setRows([...rows, { ...EMPTY_COLUMN, id: Math.max(-1, ...rows.map(({ id }) => id)) + 1 }]);
  return (
    <>
      {/* Every field has a name of its own, so that these are for the eye alone. */}
      <div className={classes.draftHead} aria-hidden>
        <span>Column</span>
        <span>Type</span>
        <span>Default</span>
      </div>
      <ol className="plain-list" aria-label="Columns">
        {rows.map((row, place) => (
          <DraftColumn
            key={row.id}
            column={row}
            fault={faults[place] ?? null}
            known={known}
            onChange={(part) => setRows(rows.map((other) => (other === row ? { ...row, ...part } : other)))}
            onRemove={() => setRows(rows.filter((other) => other !== row))}
          />
        ))}
      </ol>
      <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} className={classes.add} onClick={add}>
        Add column
      </Button>
    </>
  );
}
