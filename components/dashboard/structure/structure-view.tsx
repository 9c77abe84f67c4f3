"use client";

import { Text } from "@mantine/core";
import type { TableStructure } from "@/lib/sql/structure/resource";
import type { UndoVerbs } from "../undo/undo-dialog";
import { ColumnList } from "./column-list";
import { ConstraintList } from "./constraint-list";
import { FormOpener } from "./form-opener";
import { addKeyForm } from "./forms/part-forms";
import { dropTableForm, renameTableForm, tableCommentForm } from "./forms/table-forms";
import { IndexList } from "./index-list";
import { type PartListProps, PartMenu, PartSection } from "./part-section";
import { PolicyList } from "./policy-list";
import classes from "./structure.module.css";
import { StructureFacts } from "./structure-facts";
import { TableHeading } from "./table-heading";
import type { ListDependents } from "./use-dependents";

interface Props {
  databaseId: string;
  /** The address of the database. */
  home: string;
  table: TableStructure;
  listDependents: ListDependents;
  /** Whether the form of a primary key is open from the start, if the table has none. */
  asksForKey: boolean;
  /** The verbs that undo; `null` for a member who may not change data. */
  undoVerbs: UndoVerbs | null;
}

const CHANGEABLE: ReadonlySet<string> = new Set(["table", "partitioned table"]);

/** The structure of a table, and the forms that change it. */
export function StructureView({ table, asksForKey, ...props }: Props) {
  const base = `${props.home}/tables`;
  const canChange = props.undoVerbs !== null && CHANGEABLE.has(table.kind);
  const isKeyAsked = asksForKey && canChange && !table.constraints.some(({ kind }) => kind === "primary key");
  const actions = [
    { label: "Rename table", form: () => renameTableForm(table, base) },
    { label: "Comment", form: () => tableCommentForm(table) },
    { label: "Drop table", isDestroying: true, form: () => dropTableForm(table, base) },
  ];
  return (
    <FormOpener {...props} first={isKeyAsked ? addKeyForm(table, "primary key") : null}>
      {(open) => (
        <>
          <TableHeading base={base} table={table} current="structure">
            {canChange && <PartMenu name="the table" actions={actions} open={open} />}
          </TableHeading>
          <div className={classes.room}>
            <div className={classes.page}>
              <Parts {...{ table, canChange, open }} />
              <StructureFacts table={table} base={base} />
            </div>
          </div>
        </>
      )}
    </FormOpener>
  );
}

function Parts(parts: PartListProps) {
  const { table } = parts;
  return (
    <div className={classes.parts}>
      <ColumnList {...parts} />
      {table.kind !== "view" && table.kind !== "foreign table" && <IndexList {...parts} />}
      {CHANGEABLE.has(table.kind) && <ConstraintList {...parts} />}
      {CHANGEABLE.has(table.kind) && <PolicyList {...parts} />}
      <TriggerList table={table} />
      {table.isCut && (
        <Text size="sm" c="dimmed">
          Only the first 500 of each kind are shown.
        </Text>
      )}
    </div>
  );
}

/** The triggers of a table; nothing where there is none. */
function TriggerList({ table }: { table: TableStructure }) {
  if (table.triggers.length === 0) return null;
  return (
    <PartSection title="Triggers" count={table.triggers.length} actions={[]} open={() => undefined}>
      <ul className="plain-list">
        {table.triggers.map((trigger) => (
          <li key={trigger.name} className={classes.code}>
            {trigger.definition}
            {!trigger.isEnabled && <span className={classes.meta}> · disabled</span>}
          </li>
        ))}
      </ul>
    </PartSection>
  );
}
