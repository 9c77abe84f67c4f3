"use client";

import { Alert, Button, FileInput, Group, List, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUpload } from "@tabler/icons-react";
import { type FormEvent, useState, useTransition } from "react";
import { Dialog } from "@/components/ui/dialog";
import { countText } from "@/components/ui/figure-text";
import type { ImportedDocuments } from "@/lib/sql/documents/resource";
import { startLongTask } from "../tasks/tasks";

interface Refusal {
  message: string;
  lines: { path: string; message: string }[];
}

interface Props {
  /** The address that the file is posted to. */
  address: string;
  /** An import of more documents than this takes a restore point. */
  maxUndoable: number;
  onDone: (imported: ImportedDocuments) => void;
}

/** A dialog that imports newline-delimited JSON from a file, either all of its documents or none. */
export function ImportDocuments({ address, maxUndoable, onDone }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, start] = useTransition();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    start(async () => {
      const answer = await importAsTask(address, file);
      if ("message" in answer) return setRefusal(answer);
      setFile(null);
      setRefusal(null);
      close();
      onDone(answer);
    });
  };
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={open}>
        Import
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Import documents">
        <form onSubmit={send}>
          <Stack gap="sm">
            {refusal && (
              <Alert role="alert" color="red" variant="light" title={refusal.message}>
                {refusal.lines.length > 0 && (
                  <List size="sm">
                    {refusal.lines.map(({ path, message }) => (
                      <List.Item key={path}>
                        {path}: {message}
                      </List.Item>
                    ))}
                  </List>
                )}
              </Alert>
            )}
            <FileInput
              label="File"
              description="Newline-delimited JSON in UTF-8, one document per line. At most 16 MB and 50,000 documents."
              placeholder="Choose a file"
              accept=".ndjson,.jsonl,.json,application/x-ndjson"
              value={file}
              onChange={setFile}
              clearable
            />
            <Text size="sm" c="dimmed">
              Either every line is imported, or none. Up to {maxUndoable} documents can be undone right afterwards.
              Before a larger import, a restore point is created, which briefly drops all connections.
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" disabled={file === null} loading={isSending}>
                Import
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}

/** Once the file has arrived the import takes all documents or none, so the task cannot be cancelled. */
async function importAsTask(address: string, file: File): Promise<ImportedDocuments | Refusal> {
  const task = startLongTask({ title: `Importing ${file.name}`, endsWithPage: true });
  const answer = await post(address, file);
  if ("message" in answer) task.failed({ detail: answer.message });
  else task.done({ detail: `${countText(answer.documents, "document")} imported` });
  return answer;
}

async function post(address: string, file: File): Promise<ImportedDocuments | Refusal> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/x-ndjson" },
      body: file,
    });
    const answer = await response.json();
    if (response.ok) return answer;
    return { message: answer.error.message, lines: answer.error.details ?? [] };
  } catch {
    return { message: "The upload didn't finish. Check your connection and try again.", lines: [] };
  }
}
