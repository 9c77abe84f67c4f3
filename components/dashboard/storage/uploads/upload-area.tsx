"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useEffect, useRef } from "react";
import { showRefusal } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { useDrop } from "@/components/ui/use-drop";
import classes from "../storage.module.css";
import { UploadList } from "./upload-list";
import { addUploads, uploads } from "./upload-queue";

interface Props {
  bucketId: string;
  /** The address at which the dashboard takes room for files. */
  address: string;
  /** The folder that files are put into, with its slash; empty at the top. */
  folder: string;
  children: ReactNode;
}

const Choose = createContext<(() => void) | null>(null);

/** Returns a function that lets the user choose files; `null` where they may not upload. */
export function useChooseFiles(): (() => void) | null {
  return use(Choose);
}

/** The part of a page that takes files: by dropping them on it, by its button and by the keyboard. */
export function UploadArea({ bucketId, address, folder, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useRefreshAfterUploads(bucketId);
  const choose = () => input.current?.click();
  useCommand({ id: "upload-files", label: "Upload files", keys: "u" }, choose);
  const add = (files: readonly File[]) =>
    addUploads(
      { bucketId, address },
      files.map((file) => ({ key: folder + file.name.normalize("NFC"), file })),
    );
  const drop = useDrop((dropped) => {
    const items = [...dropped.items].filter(({ kind }) => kind === "file");
    const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory ?? false;
    const files = items.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []);
    if (files.length < items.length) showRefusal("Folders can't be uploaded. Drop the files inside them.");
    add(files);
  });
  return (
    <Choose value={choose}>
      <section aria-label="Objects" className={classes.drop} {...drop}>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
        {children}
        <UploadList bucketId={bucketId} />
      </section>
    </Choose>
  );
}

/** Reads the page anew when a file has become an object. */
function useRefreshAfterUploads(bucketId: string): void {
  const router = useRouter();
  useEffect(() => {
    const count = () =>
      uploads.getState().uploads.filter((one) => one.bucketId === bucketId && one.status === "done").length;
    let before = count();
    return uploads.subscribe(() => {
      const now = count();
      if (now > before) router.refresh();
      before = now;
    });
  }, [bucketId, router]);
}
