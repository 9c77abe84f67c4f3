"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { byteText } from "@/lib/core/byte-text";
import { startTask } from "../../tasks/tasks";
import { type ImportOptions, sendUsers } from "./send-users";

export interface Upload {
  fileName: string;
  /** From 0 to 1. */
  sent: number;
  cancel: () => void;
}

/** Sends a file of users as a task of the tab, which goes on when another page of the dashboard is opened. */
export function useUpload(address: string) {
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
