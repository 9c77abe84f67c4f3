"use client";

import { Group, Progress, Text } from "@mantine/core";
import { ScriptButton } from "@/components/ui/script-button";
import type { UserImport } from "@/lib/sign-in/user-imports/resource";
import type { SourceMarks } from "./guess-source";
import { type ImportChanges, ImportState } from "./import-state";
import { UploadForm } from "./upload-form";
import { type Upload, useUpload } from "./use-upload";
import classes from "./user-imports.module.css";
import { isOpen } from "./words";

interface Props {
  /** The address that files are posted to. */
  address: string;
  newest: UserImport | null;
  marks: SourceMarks;
  changes: ImportChanges;
}

/** The next step: choose a file, wait for its upload, or look at the import that is open. */
export function ImportDesk({ address, newest, marks, changes }: Props) {
  const { upload, refusal, send } = useUpload(address);
  if (upload) return <UploadProgress of={upload} />;
  if (newest && isOpen(newest)) return <ImportState of={newest} changes={changes} />;
  return <UploadForm marks={marks} refusal={refusal} send={send} />;
}

function UploadProgress({ of: { fileName, sent, cancel } }: { of: Upload }) {
  return (
    <section className={classes.state} aria-label={`Upload of ${fileName}`}>
      <Text role="status">Uploading {fileName}</Text>
      <Progress.Root size="sm" mt="sm">
        <Progress.Section value={sent * 100} aria-label="Progress of the upload" />
      </Progress.Root>
      <Text size="sm" c="dimmed" mt="sm">
        Keep this tab open until the file has arrived.
      </Text>
      <Group mt="sm">
        <ScriptButton variant="default" onClick={cancel}>
          Cancel upload
        </ScriptButton>
      </Group>
    </section>
  );
}
