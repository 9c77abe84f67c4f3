"use client";

import { Alert, Code, Table, TableScrollContainer, Text } from "@mantine/core";
import { countText } from "@/components/ui/figure-text";
import { Moment } from "@/components/ui/moment";
import type { ChangeSince, UndoPreview } from "@/lib/sql/data-changes/resource";
import { isBlocked } from "./is-blocked";
import classes from "./undo-preview.module.css";

type RowsPreview = Extract<UndoPreview, { kind: "rows" }>;
type PreviewedTable = RowsPreview["tables"][number];
type Values = (string | null)[];
type NamedValues = Record<string, string | null>;

/** Shows the effect of undoing a change: row by row, or to the whole database. */
export default function PreviewText({ preview }: { preview: UndoPreview }) {
  if (preview.kind === "rows") {
    return (
      <>
        {isBlocked(preview) && <Conflicts preview={preview} />}
        {preview.tables.map((table, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one statement may change a table twice
          <TablePreview key={index} table={table} />
        ))}
      </>
    );
  }
  if (preview.keptAt === null) {
    return <Text size="sm">This can't be undone: the restore point from before this statement no longer exists.</Text>;
  }
  return <RestorePreview keptAt={preview.keptAt} since={preview.since} count={preview.sinceCount} />;
}

interface RestorePreviewProps {
  keptAt: string;
  since: readonly ChangeSince[];
  count: number;
}

function RestorePreview({ keptAt, since, count }: RestorePreviewProps) {
  return (
    <>
      <Text size="sm">
        The whole database goes back to the restore point of <Moment at={keptAt} form="exact" />. Everything changed
        since will be lost, also by your apps, and all connections are dropped. The current state is saved as another
        restore point.
      </Text>
      {count > 0 && (
        <div>
          <Text size="sm" mb={6}>
            This also undoes {countText(count, "other statement")}:
          </Text>
          <ul className={classes.conflicts} aria-label="Also undone">
            {since.map(({ text, isUndo, at, person }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same statement may have run twice
              <li key={index} className={classes.value}>
                {isUndo && "Undo of "}
                <Code>{shortText(text)}</Code> <Moment at={at} form="exact" />
                {person && `, ${person.name || person.email}`}
              </li>
            ))}
          </ul>
          {count > since.length && <Text size="sm">And {(count - since.length).toLocaleString("en")} more.</Text>}
        </div>
      )}
    </>
  );
}

function shortText(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}

function TablePreview({ table }: { table: PreviewedTable }) {
  const { schema, name, columns, rowCount, rows } = table;
  const label = `${schema}.${name}`;
  return (
    <div>
      <Text size="sm" mb={6}>
        Undo changes {countText(rowCount, "row")} in <Code>{label}</Code>
        {rowCount > 1 && ", all or nothing"}.
      </Text>
      <TableScrollContainer
        minWidth={320}
        type="native"
        mah={260}
        tabIndex={0}
        role="region"
        aria-label={`Rows of ${label}`}
      >
        <Table aria-label={`Rows of ${label} that undo changes`} verticalSpacing={4} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Effect</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ left, becomes }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike
              <Table.Tr key={index}>
                <Table.Td className={classes.value}>{rowName(named(columns, becomes ?? left ?? []))}</Table.Td>
                <Table.Td className={classes.value}>
                  {changeText(named(columns, left), named(columns, becomes))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScrollContainer>
      {rowCount > rows.length && (
        <Text size="xs" c="dimmed">
          And {(rowCount - rows.length).toLocaleString("en")} more.
        </Text>
      )}
    </div>
  );
}

function Conflicts({ preview: { conflicts, conflictCount, message } }: { preview: RowsPreview }) {
  const title = conflictCount > 0 ? `${countText(conflictCount, "row")} changed since` : "This can't be undone now";
  return (
    <Alert color="yellow" variant="light" title={title} role="alert">
      <Text size="sm">
        {conflictCount > 0
          ? `Someone changed ${conflictCount === 1 ? "it" : "them"} afterwards, and undoing this would overwrite that. Undo the later changes first.`
          : message}
      </Text>
      <ul className={classes.conflicts}>
        {conflicts.map(({ key, left, now }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike
          <li key={index} className={classes.value}>
            {rowName(key ?? left ?? now ?? {})}:{" "}
            {now === null ? "deleted" : left === null ? "added" : changeText(left, now)}
          </li>
        ))}
      </ul>
      {conflictCount > conflicts.length && <Text size="sm">And {conflictCount - conflicts.length} more.</Text>}
    </Alert>
  );
}

function named(columns: readonly string[], values: Values | null): NamedValues | null {
  return values && Object.fromEntries(columns.map((column, i) => [column, values[i] ?? null]));
}

/** Returns the first two columns of a row, which are most often its key. */
function rowName(values: NamedValues | null): string {
  const shown = Object.entries(values ?? {}).slice(0, 2);
  return shown.map(([name, value]) => `${name} ${valueText(value)}`).join(", ");
}

function changeText(before: NamedValues | null, after: NamedValues | null): string {
  if (before === null) return "will be restored";
  if (after === null) return "will be deleted";
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  return names.map((name) => `${name}: ${valueText(before[name])} → ${valueText(after[name])}`).join(", ");
}

function valueText(value: string | null | undefined): string {
  if (value === null || value === undefined) return "NULL";
  return value === "" ? "empty" : value.length > 80 ? `${value.slice(0, 80)}…` : value;
}
