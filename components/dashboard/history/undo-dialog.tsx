"use client";

import { Alert, Button, Code, Group, Loader, Modal, Stack, Table, TableScrollContainer, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { countText } from "../results/outcome";

type Answer<Value> = Promise<{ isDone: true; value: Value } | { isDone: false; message: string }>;

/** What taking a change back would do. */
export interface UndoPreview {
  kind: "rows" | "restore-point";
  /** `schema.table`, of rows. */
  table: string | null;
  rowCount: number;
  /** When the copy was made that would be restored; ISO 8601, UTC. */
  restorePointAt: string | null;
  /** Rows that somebody changed since, which keeps the whole change from being taken back. */
  conflicts: { key: string; reason: string }[];
}

export interface UndoVerbs {
  preview: (changeId: string) => Answer<UndoPreview>;
  undo: (changeId: string) => Answer<{ rowCount: number }>;
}

interface Props {
  /** `null` while nothing is asked. */
  changeId: string | null;
  onClose: () => void;
  verbs: UndoVerbs;
}

/** Shows what would be taken back before it is, and what stands in the way. */
export function UndoDialog({ changeId, onClose, verbs }: Props) {
  return (
    <Modal
      opened={changeId !== null}
      onClose={onClose}
      title="Undo this change"
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {changeId !== null && <Content key={changeId} {...{ changeId, onClose, verbs }} />}
    </Modal>
  );
}

function Content({ changeId, onClose, verbs }: Props & { changeId: string }) {
  const router = useRouter();
  const [preview, setPreview] = useState<UndoPreview | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isUndoing, start] = useTransition();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each change
  useEffect(() => {
    let isHere = true;
    verbs.preview(changeId).then((answer) => {
      if (!isHere) return;
      if (answer.isDone) setPreview(answer.value);
      else setMessage(answer.message);
    });
    return () => {
      isHere = false;
    };
  }, [changeId]);
  const undo = () =>
    start(async () => {
      const answer = await verbs.undo(changeId);
      if (!answer.isDone) return setMessage(answer.message);
      notifications.show({ message: "The change is taken back.", color: "leaf", role: "status" });
      onClose();
      router.refresh();
    });
  const isBlocked = preview === null || preview.conflicts.length > 0;
  return (
    <Stack gap="md">
      {message && (
        <Alert role="alert" color="red" variant="light">
          {message}
        </Alert>
      )}
      {preview ? (
        <PreviewText preview={preview} />
      ) : (
        !message && (
          <Group gap="xs" role="status">
            <Loader size="sm" />
            <Text size="sm">Looking at the rows</Text>
          </Group>
        )
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button onClick={undo} loading={isUndoing} disabled={isBlocked}>
          {preview?.kind === "restore-point" ? "Restore the database" : "Undo"}
        </Button>
      </Group>
    </Stack>
  );
}

function PreviewText({ preview }: { preview: UndoPreview }) {
  const { kind, table, rowCount, conflicts, restorePointAt } = preview;
  if (kind === "restore-point") {
    return (
      <Text size="sm">
        The whole database goes back to the copy made before this statement
        {restorePointAt && `, at ${restorePointAt.slice(0, 19).replace("T", " ")} UTC`}. Everything that was changed
        since leaves with it, and sessions end. The state of now is kept as a restore point.
      </Text>
    );
  }
  return (
    <>
      <Text size="sm">
        {countText(rowCount, "row")} of <Code>{table}</Code> {rowCount === 1 ? "goes" : "go"} back to what{" "}
        {rowCount === 1 ? "it was" : "they were"}, all or none.
      </Text>
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
    </>
  );
}

const SHOWN = 20;

function Conflicts({ conflicts }: Pick<UndoPreview, "conflicts">) {
  return (
    <Alert color="yellow" variant="light" title={`${countText(conflicts.length, "row")} changed since`} role="alert">
      <Text size="sm" mb="xs">
        Taking this back would lose what was done to them later. Undo the later changes first.
      </Text>
      <TableScrollContainer minWidth={320} type="native">
        <Table aria-label="Rows changed since" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>What happened</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.slice(0, SHOWN).map(({ key, reason }) => (
              <Table.Tr key={key}>
                <Table.Td>
                  <Code>{key}</Code>
                </Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScrollContainer>
      {conflicts.length > SHOWN && <Text size="sm">And {conflicts.length - SHOWN} more.</Text>}
    </Alert>
  );
}
