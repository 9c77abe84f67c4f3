"use client";

import { ActionIcon, Badge, Button, Code, Group, Text, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconPencilCode } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { leaveForEditor } from "../editor/use-drafts";
import { Moment } from "../moment";
import { countText, durationText } from "../results/outcome";
import classes from "./history.module.css";
import { UndoDialog, type UndoVerbs } from "./undo-dialog";

export interface ListedStatement {
  id: string;
  who: string;
  text: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMicros: number | null;
  rowCount: number | null;
  status: string;
  message: string | null;
  change: { id: string; status: string; kind: string } | null;
}

interface Props {
  databaseId: string;
  /** The address of the editor. */
  editor: string;
  statements: readonly ListedStatement[];
  canWrite: boolean;
  undoVerbs: UndoVerbs;
}

const COLOURS: Record<string, string> = { succeeded: "leaf", failed: "red", cancelled: "yellow", running: "gray" };

/** Statements, newest first. */
export function HistoryList({ databaseId, editor, statements, canWrite, undoVerbs }: Props) {
  const router = useRouter();
  const [undoing, setUndoing] = useState<string | null>(null);
  const open = (text: string) => {
    leaveForEditor(databaseId, text);
    router.push(editor as Parameters<typeof router.push>[0]);
  };
  return (
    <>
      <ol className={classes.list} aria-label="Statements">
        {statements.map((statement) => (
          <li key={statement.id} className={classes.item}>
            <div className={classes.what}>
              <Code block className={classes.text} tabIndex={0} role="region" aria-label="Statement">
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
              <Undo {...{ statement, canWrite }} ask={setUndoing} />
              <Tooltip label="Open in the editor">
                <ActionIcon
                  variant="default"
                  size={30}
                  aria-label="Open in the editor"
                  onClick={() => open(statement.text)}
                >
                  <IconPencilCode size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </Group>
          </li>
        ))}
      </ol>
      <UndoDialog changeId={undoing} onClose={() => setUndoing(null)} verbs={undoVerbs} />
    </>
  );
}

function Facts({ statement }: { statement: ListedStatement }) {
  const { status, who, startedAt, rowCount, durationMicros } = statement;
  return (
    <Group gap="xs" mt={6} className={classes.facts}>
      <Badge size="sm" variant="light" color={COLOURS[status] ?? "gray"}>
        {status}
      </Badge>
      <span>{who}</span>
      <Moment at={startedAt} />
      {rowCount !== null && <span>{countText(rowCount, "row")}</span>}
      {durationMicros !== null && <span>{durationText(durationMicros)}</span>}
    </Group>
  );
}

interface UndoProps {
  statement: ListedStatement;
  canWrite: boolean;
  ask: (changeId: string) => void;
}

function Undo({ statement: { change }, canWrite, ask }: UndoProps) {
  if (!change) return null;
  if (change.status === "undone") {
    return (
      <Badge variant="outline" color="gray">
        undone
      </Badge>
    );
  }
  if (!canWrite || change.status !== "committed") return null;
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconArrowBackUp size={15} aria-hidden />}
      onClick={() => ask(change.id)}
    >
      Undo
    </Button>
  );
}
