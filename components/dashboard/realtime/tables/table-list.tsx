"use client";

import { Button } from "@mantine/core";
import { IconBroadcast, IconBroadcastOff, IconPencil } from "@tabler/icons-react";
import { ActionButton } from "@/components/ui/action-button";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { PageLink } from "@/components/ui/page-link";
import { RowMenu } from "@/components/ui/row-menu";
import rowName from "@/components/ui/row-name.module.css";
import { StatusWord } from "@/components/ui/status-word";
import { untilHydrated } from "@/components/ui/until-hydrated";
import type { TableChoice } from "@/lib/services/realtime/changes/tables/resource";
import { useOpenInEditor } from "../../editor/use-open-in-editor";
import classes from "../realtime.module.css";
import { audienceWords } from "../words";
import type { TableChanges, TableQuestion } from "./changes";
import { problemOf } from "./problem";

interface Props {
  database: { id: string; home: string };
  tables: readonly TableChoice[];
  changes: TableChanges | null;
  ask: (question: TableQuestion) => void;
}

const COLUMNS = ["Table", "Who gets changes", "State"] as const;

export function TableList({ database, tables, changes, ask }: Props) {
  return (
    <KeepFocus label="Tables">
      <Listing label="Tables" minWidth={640} columns={COLUMNS} stacks>
        {tables.map((choice) => (
          <tr key={choice.table} data-dimmed={choice.audience === null || undefined}>
            <th scope="row">
              <div className={rowName.name}>
                <PageLink href={rowsAddress(database.home, choice.table)}>{shortName(choice.table)}</PageLink>
              </div>
            </th>
            <td data-label="Who gets changes">
              {choice.audience === null ? "Not published" : audienceWords(choice.audience)}
            </td>
            <td data-whole-line>
              <State database={database} choice={choice} changes={changes} />
            </td>
            <td data-actions>{changes && <TableMenu choice={choice} ask={ask} />}</td>
          </tr>
        ))}
      </Listing>
    </KeepFocus>
  );
}

function TableMenu({ choice, ask }: { choice: TableChoice } & Pick<Props, "ask">) {
  const { table, audience, hasKey } = choice;
  const publish = () => ask({ kind: "publish", table: choice });
  if (audience === null && !hasKey) return null;
  return (
    <RowMenu
      label={`Actions for ${shortName(table)}`}
      actions={
        audience === null
          ? [{ label: "Publish", icon: IconBroadcast, onSelect: publish }]
          : [
              { label: "Change audience", icon: IconPencil, onSelect: publish },
              {
                label: "Stop publishing",
                icon: IconBroadcastOff,
                isDestructive: true,
                onSelect: () => ask({ kind: "unpublish", table: choice }),
              },
            ]
      }
    />
  );
}

/** The fault of a table and its remedy; nothing for a table without one. */
function State({ database, choice, changes }: Pick<Props, "database" | "changes"> & { choice: TableChoice }) {
  const openInEditor = useOpenInEditor(database.id, `${database.home}/sql`);
  const problem = problemOf(choice);
  if (!problem) return null;
  const { text, isRepairable, sql } = problem;
  const { table, audience } = choice;
  return (
    <div className={classes.problem}>
      {audience === null ? text : <StatusWord kind="bad">{text}</StatusWord>}
      {changes && isRepairable && audience !== null && (
        <ActionButton
          size="compact-xs"
          action={() => changes.repair(table, audience)}
          done={`${shortName(table)} is recorded again.`}
        >
          Repair
        </ActionButton>
      )}
      {changes && sql && (
        <Button size="compact-xs" variant="default" onClick={() => void openInEditor(sql)} {...untilHydrated}>
          Open in SQL editor
        </Button>
      )}
    </div>
  );
}

/** Returns the name without the schema that every database has. */
function shortName(table: string): string {
  return table.startsWith("public.") ? table.slice("public.".length) : table;
}

function rowsAddress(home: string, table: string): string {
  const dot = table.indexOf(".");
  const query = new URLSearchParams({ schema: table.slice(0, dot), table: table.slice(dot + 1) });
  return `${home}/tables/rows?${query}`;
}
