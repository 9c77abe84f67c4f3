"use client";

import { Loader } from "@mantine/core";
import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Refusal } from "@/components/ui/refusal";
import { WholeText } from "@/components/ui/whole-text";
import type { ReadDocument } from "@/lib/sql/documents/resource";
import type { Outcome } from "@/lib/web/resource";
import { JsonDialog } from "./json-dialog";

/** A document in the editor. Its `id` is `null` for a new one. */
export interface Draft {
  id: string | null;
  /** The stored text, which a change expects to find. */
  stored: string;
  text: string;
}

interface Props {
  /** The id of a document to read, or a new document. */
  document: string | Draft;
  readDocument: (id: string) => Promise<Outcome<ReadDocument>>;
  /** Returns why the change was refused, or `null`. The function is `null` where documents cannot be changed. */
  save: ((text: string, draft: Draft) => Promise<string | null>) | null;
  onClose: () => void;
}

/** A dialog that shows one document, or edits it. */
export function DocumentDialog({ document, readDocument, save, onClose }: Props) {
  const [draft, setDraft] = useState<Draft | null>(typeof document === "string" ? null : document);
  const [message, setMessage] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it opens
  useEffect(() => {
    if (typeof document !== "string") return;
    void readDocument(document).then((outcome) =>
      outcome.isDone ? setDraft(outcome.value) : setMessage(outcome.message),
    );
  }, []);
  if (draft !== null && save !== null) {
    return (
      <JsonDialog
        title={draft.id === null ? "Add document" : "Edit document"}
        label="Document"
        text={draft.text}
        hint="PostgreSQL (jsonb) doesn't keep the order of keys or duplicate keys."
        save={draft.id === null ? "Add document" : "Save"}
        onSave={(text) => save(text, draft)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog opened onClose={onClose} size="xl" title="Document">
      {message !== null ? (
        <Refusal message={message} />
      ) : draft === null ? (
        <Loader size="sm" aria-label="Reading the document" />
      ) : (
        <WholeText label="Document">{draft.text}</WholeText>
      )}
    </Dialog>
  );
}
