"use client";

import type { ReactNode } from "react";
import type { DropZoneMessages } from "../messages";
import { byteText } from "./byte-text";
import type { UploadItem } from "./upload-queue";
import type { Uploads } from "./use-upload";

interface UploadRowProps extends Pick<Uploads, "cancel" | "retry" | "remove"> {
  item: UploadItem;
  texts: DropZoneMessages;
  locale: string | undefined;
}

/** One file of the list: its name, how far it is, how it ended, and the possible actions. */
export function UploadRow({ item, texts, locale, cancel, retry, remove }: UploadRowProps): ReactNode {
  const { file, state, progress } = item;
  const isUnderWay = state === "waiting" || state === "uploading";
  const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(progress);
  return (
    <li data-part="item" data-state={state}>
      <span data-part="name">{file.name}</span>
      <span data-part="detail">
        {byteText(file.size, locale)}
        {state === "waiting" ? ` · ${texts.waiting}` : null}
        {state === "uploading" ? ` · ${percent}` : null}
      </span>
      {isUnderWay ? (
        <progress data-part="progress" aria-label={fillName(texts.progressNamed, file.name)} value={progress} max={1} />
      ) : null}
      {/* It is there before it has a text, so that screen readers announce the text. */}
      <span data-part="outcome" role="status">
        {isUnderWay ? null : (
          <>
            <span data-part="unseen">{file.name}: </span>
            {outcomeOf(item, texts)}
          </>
        )}
      </span>
      <span data-part="actions">
        {isUnderWay ? <Action item={item} text={texts.cancel} named={texts.cancelNamed} act={cancel} /> : null}
        {state === "failed" || state === "cancelled" ? (
          <Action item={item} text={texts.retry} named={texts.retryNamed} act={retry} />
        ) : null}
        {isUnderWay ? null : <Action item={item} text={texts.remove} named={texts.removeNamed} act={remove} />}
      </span>
    </li>
  );
}

interface ActionProps {
  item: UploadItem;
  text: string;
  /** The label for screen readers, with `{name}` for the file's. */
  named: string;
  act: (id: string) => void;
}

function Action({ item: { id, file }, text, named, act }: ActionProps): ReactNode {
  return (
    <button type="button" data-part="link" aria-label={fillName(named, file.name)} onClick={() => act(id)}>
      {text}
    </button>
  );
}

function outcomeOf({ state, error }: UploadItem, texts: DropZoneMessages): string {
  if (state === "done") return texts.done;
  if (state === "cancelled" || error === null) return texts.cancelled;
  return texts[`error.${error.code}`] ?? error.message;
}

function fillName(text: string, name: string): string {
  return text.replace("{name}", () => name);
}
