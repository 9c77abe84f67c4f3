"use client";

import { Group, Progress, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ScriptButton } from "@/components/ui/script-button";
import { byteText } from "@/lib/core/byte-text";
import type { UserImport } from "@/lib/sign-in/user-imports/resource";
import { startTask } from "../../tasks/tasks";
import type { SourceMarks } from "./guess-source";
import { type ImportChanges, ImportState } from "./import-state";
import { type ImportOptions, sendUsers } from "./send-users";
import { UploadForm } from "./upload-form";
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

interface Upload {
  fileName: string;
  /** From 0 to 1. */
  sent: number;
  cancel: () => void;
}

/** Sends a file of users as a task of the tab, which goes on when another page of the dashboard is opened. */
function useUpload(address: string) {
  const router = useRouter();
  const [upload, setUpload] = useState<Upload | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (file: File, options: ImportOptions) => {
    const control = new AbortController();
    const cancel = () => control.abort();
    const task = startTask({ title: `Uploading ${file.name}`, endsWithPage: true, cancel });
    setRefusal(null);
    setUpload({ fileName: file.name, sent: 0, cancel });
    const onSent = (bytes: number) => {
      task.report(bytes / file.size, `${byteText(bytes)} of ${byteText(file.size)}`);
      setUpload({ fileName: file.name, sent: bytes / file.size, cancel });
    };
    const answer = await sendUsers({ address, file, options, onSent, signal: control.signal });
    if (answer === null) task.cancelled();
    else if ("message" in answer) task.failed({ detail: answer.message });
    else task.done({ detail: "The file is being checked." });
    if (answer && "message" in answer) setRefusal(answer.message);
    setUpload(null);
    router.refresh();
  };
  return { upload, refusal, send };
}
