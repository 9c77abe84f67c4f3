"use client";

import { type DragEvent, type ReactNode, useId, useState } from "react";
import type { Bucket } from "../bucket";
import { type DropZoneMessages, en } from "../messages";
import { readDrop } from "./dropped-files";
import { UploadRow } from "./upload-row";
import { type UseUploadOptions, useUpload } from "./use-upload";

/**
 * The props of `DropZone`, with the options of `useUpload`.
 *
 * @example
 * const props: DropZoneProps = { bucket: storage.bucket("inbox"), accept: "image/*", hint: "Pictures of up to 5 MB" };
 */
export interface DropZoneProps extends UseUploadOptions {
  bucket: Bucket;
  /** The types that the browser offers to choose, such as `image/*` or `.pdf`. The bucket decides which it takes. */
  accept?: string;
  /** Whether several files can be chosen: `true` by default. */
  multiple?: boolean;
  /** Text below the title, such as the allowed types. */
  hint?: ReactNode;
  /** Texts of your own, in place of the English ones. */
  messages?: Partial<DropZoneMessages>;
  /** The language of numbers; by default the browser's. */
  locale?: string;
  className?: string;
}

/**
 * A place to drop files or choose them, and a list of how far each one is.
 *
 * @example
 * <DropZone bucket={storage.bucket("inbox")} toKey={(file) => `${userId}/${file.name}`} onUploaded={refresh} />
 */
export function DropZone(props: DropZoneProps): ReactNode {
  const { bucket, accept, multiple = true, hint, messages, locale, className, ...options } = props;
  const texts: DropZoneMessages = { ...en, ...messages };
  const { items, ...uploads } = useUpload(bucket, options);
  const [isOver, setIsOver] = useState(false);
  const hintId = useId();
  const inputId = useId();
  const take = (files: Iterable<File>) => uploads.add(multiple ? files : [...files].slice(0, 1));
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(readDrop(event.dataTransfer));
  };
  return (
    <div data-storage-ui="" data-part="drop-zone" className={className}>
      {/* A user who can't drop uses the input, which fills it. */}
      <div data-part="target" data-over={isOver ? "" : undefined} {...{ onDragOver, onDragLeave, onDrop }}>
        <label data-part="title" htmlFor={inputId}>
          {multiple ? texts.title : texts.titleOne}
        </label>
        {hint === undefined ? null : (
          <p data-part="hint" id={hintId}>
            {hint}
          </p>
        )}
        <input
          data-part="input"
          id={inputId}
          type="file"
          accept={accept}
          multiple={multiple}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            // The same file can be chosen again.
            currentTarget.value = "";
          }}
        />
      </div>
      {items.length === 0 ? null : (
        <ul data-part="items" aria-label={texts.uploads}>
          {items.map((item) => (
            <UploadRow key={item.id} {...{ item, texts, locale, ...uploads }} />
          ))}
        </ul>
      )}
    </div>
  );
}
