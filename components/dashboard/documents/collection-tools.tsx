"use client";

import { Button, Group } from "@mantine/core";
import { IconDownload, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import type { ImportedDocuments } from "@/lib/sql/documents/resource";
import { ImportDocuments } from "./import-documents";

interface Props {
  addresses: { importTo: string; exportFrom: string };
  maxUndoable: number;
  canWrite: boolean;
  selected: number;
  isWorking: boolean;
  onAdd: () => void;
  onSchema: () => void;
  onImported: (imported: ImportedDocuments) => void;
  removeSelected: () => void;
}

/** The buttons of a collection: delete, export, import, edit the schema, add. */
export function CollectionTools(props: Props) {
  const { addresses, canWrite, selected, isWorking } = props;
  const [isAsking, setIsAsking] = useState(false);
  const text = selected === 1 ? "1 document" : `${selected} documents`;
  return (
    <Group gap="xs">
      {canWrite && selected > 0 && (
        <Button
          size="xs"
          color="red"
          variant="light"
          loading={isWorking}
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setIsAsking(true)}
        >
          Delete {text}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        component="a"
        href={addresses.exportFrom}
        download
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        Export
      </Button>
      {canWrite && (
        <>
          <ImportDocuments address={addresses.importTo} maxUndoable={props.maxUndoable} onDone={props.onImported} />
          <Button size="xs" variant="default" onClick={props.onSchema}>
            Schema
          </Button>
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={props.onAdd}>
            Add document
          </Button>
        </>
      )}
      <Confirm
        isOpen={isAsking}
        title={`Delete ${text}`}
        confirm="Delete"
        onClose={() => setIsAsking(false)}
        onConfirm={props.removeSelected}
      >
        You can undo this right afterwards, or later from the history.
      </Confirm>
    </Group>
  );
}
