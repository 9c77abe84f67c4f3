"use client";

import { Button, Progress } from "@mantine/core";
import { useStore } from "zustand";
import { StatusWord } from "@/components/ui/status-word";
import { byteText } from "@/lib/core/byte-text";
import classes from "../storage.module.css";
import { nameIn } from "../words";
import { cancelUpload, clearUploads, type FileUpload, isUnderWay, retryUpload, uploads } from "./upload-queue";

/** The files that are sent to a bucket, or were a moment ago, each with how far it is. */
export function UploadList({ bucketId }: { bucketId: string }) {
  const { uploads: all } = useStore(uploads);
  const shown = all.filter((one) => one.bucketId === bucketId);
  if (shown.length === 0) return null;
  const open = shown.filter(isUnderWay).length;
  const title = open > 0 ? `Uploading ${open} of ${shown.length}` : "Uploads";
  return (
    <section aria-labelledby="uploads" className={classes.uploads}>
      <div className={classes.uploadsHead}>
        <h2 id="uploads">{title}</h2>
        {open < shown.length && (
          <Button size="xs" variant="subtle" onClick={() => clearUploads(bucketId)}>
            Clear
          </Button>
        )}
      </div>
      <ul className={classes.lines}>
        {shown.map((upload) => (
          <li key={upload.id} className={classes.upload}>
            <span className={classes.uploadName}>{nameIn(upload.key)}</span>
            <State upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function State({ upload }: { upload: FileUpload }) {
  const { id, key, size, sent, status, message, isTaken } = upload;
  if (isUnderWay(upload)) {
    const percent = size === 0 ? 0 : Math.floor((sent / size) * 100);
    return (
      <>
        <Progress value={percent} className={classes.progress} aria-label={`Upload of ${nameIn(key)}`} />
        <span className={classes.meta}>
          {byteText(sent)} of {byteText(size)}
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => cancelUpload(id)}
          aria-label={`Cancel ${nameIn(key)}`}
        >
          Cancel
        </Button>
      </>
    );
  }
  if (status === "done") return <StatusWord kind="good">uploaded</StatusWord>;
  const label = isTaken ? "Replace" : "Try again";
  return (
    <>
      <span role={message === null ? undefined : "alert"} className={classes.reason}>
        {message ?? "Cancelled"}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => retryUpload(upload)}
        aria-label={`${label}: ${nameIn(key)}`}
      >
        {label}
      </Button>
    </>
  );
}
