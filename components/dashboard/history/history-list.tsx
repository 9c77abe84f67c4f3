"use client";

import { ActionIcon, Badge, Button, Code, Group, Text, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconPencilCode } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { countText, durationText } from "@/components/ui/figure-text";
import { Moment } from "@/components/ui/moment";
import { Person } from "@/components/ui/person";
import type { LatestChange } from "@/lib/sql/data-changes/resource";
import type { ListedStatement } from "@/lib/sql/statements/resource";
import { UndoDialog, type UndoVerbs } from "../undo/undo-dialog";
import classes from "./history.module.css";

interface HistoryEntry extends Omit<ListedStatement, "change"> {
  /** The change that can be undone or redone: the statement's own, or the latest that undid or redid it. */
  change: LatestChange | null;
}

interface Props {
  databaseId: string;
  /** The address of the SQL editor. */
  editor: string;
  statements: readonly HistoryEntry[];
  /** The verbs that undo; `null` for a member who may not change data. */
  undoVerbs: UndoVerbs | null;
}

const COLOURS: Record<string, string> = { succeeded: "leaf", failed: "red", cancelled: "yellow", running: "gray" };

/** The statements of the history, newest first. */
export function HistoryList({ databaseId, editor, statements, undoVerbs }: Props) {
  const router = useRouter();
  const [undoing, setUndoing] = useState<string | null>(null);
  const open = async (text: string) => {
    const { queryTabsOf } = await import("../editor/query-tabs");
    queryTabsOf(databaseId).openText(text);
    router.push(editor as Parameters<typeof router.push>[0]);
  };
  return (
    <>
      <ol className={classes.list} aria-label="Statements">
        {statements.map((statement) => (
          <li key={statement.id} className={classes.item}>
            <div className={classes.what}>
              <Code block className={classes.text}>
                {statement.text}
              </Code>
              {statement.message && (
                <Text size="xs" c="red" mt={4} className={classes.message}>
                  {statement.message}
                </Text>
              )}
              <Facts statement={statement} />
            </div>
            <Group gap={6} wrap="nowrap" className={classes.actions}>
              <Undo statement={statement} ask={undoVerbs && setUndoing} />
              <Tooltip label="Open in editor">
                <ActionIcon
                  variant="default"
                  size={30}
                  aria-label="Open in editor"
                  onClick={() => void open(statement.text)}
                >
                  <IconPencilCode size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </Group>
          </li>
        ))}
      </ol>
      {undoVerbs && <UndoDialog changeId={undoing} onClose={() => setUndoing(null)} verbs={undoVerbs} />}
    </>
  );
}

function Facts({ statement }: { statement: HistoryEntry }) {
  const { status, person, startedAt, rowCount, durationMicros } = statement;
  return (
    <Group gap="xs" mt={6} className={classes.facts}>
      <Badge size="sm" variant="light" color={COLOURS[status] ?? "gray"}>
        {status}
      </Badge>
      {person ? <Person {...person} /> : <span>Former member</span>}
      <Moment at={startedAt} />
      {rowCount !== null && <span>{countText(rowCount, "row")}</span>}
      {durationMicros !== null && <span>{durationText(durationMicros)}</span>}
    </Group>
  );
}

interface UndoProps {
  statement: HistoryEntry;
  /** Opens the dialog that undoes; `null` for a member who may not change data. */
  ask: ((changeId: string) => void) | null;
}

function Undo({ statement: { change }, ask }: UndoProps) {
  if (!change) return null;
  const { id, isUndone } = change;
  const Icon = isUndone ? IconArrowForwardUp : IconArrowBackUp;
  return (
    <>
      {isUndone && (
        <Badge variant="light" color="gray" mt={5}>
          undone
        </Badge>
      )}
      {ask && id !== null && (
        <Button size="xs" variant="default" leftSection={<Icon size={15} aria-hidden />} onClick={() => ask(id)}>
          {isUndone ? "Redo" : "Undo"}
        </Button>
      )}
    </>
  );
}
