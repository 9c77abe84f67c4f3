"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { showRefusal } from "@/components/ui/announce";
import { countText } from "@/components/ui/figure-text";
import type { ImportedDocuments } from "@/lib/sql/documents/resource";
import type { Outcome } from "@/lib/web/resource";
import { useChanges } from "../undo/use-changes";
import type { Draft } from "./document-dialog";

interface Verbs {
  saveDocument: (input: unknown) => Promise<Outcome<{ changeId: string }>>;
  deleteDocuments: (ids: unknown) => Promise<Outcome<{ changeId: string }>>;
  undoChange: (changeId: string) => Promise<Outcome<unknown>>;
}

/** Returns which documents of a page are selected and open, and functions that change them. */
export function useDocuments({ saveDocument, deleteDocuments, undoChange }: Verbs) {
  const router = useRouter();
  const { isWorking, start, make } = useChanges(undoChange);
  /** The id of a document to read, or a draft. */
  const [opened, setOpened] = useState<string | Draft | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const removeSelected = () =>
    start(async () => {
      const ids = [...selected];
      const refusal = await make(() => deleteDocuments(ids), `${countText(ids.length, "document")} deleted.`);
      if (refusal === null) setSelected(new Set());
      else showRefusal(refusal.message);
    });
  const save = async (text: string, { id, stored }: Draft) => {
    const refusal = await make(
      () => saveDocument({ text, ...(id !== null && { replaces: { id, stored } }) }),
      id === null ? "Document added." : "Document updated.",
    );
    return refusal?.message ?? null;
  };
  const imported = ({ documents, changeId }: ImportedDocuments) => {
    const done = `${countText(documents, "document")} imported.`;
    if (changeId !== null) return void make(() => Promise.resolve({ isDone: true, value: { changeId } }), done);
    router.refresh();
    notifications.show({
      color: "leaf",
      role: "status",
      message: `${done} The state before is saved as a restore point.`,
    });
  };
  return { isWorking, opened, setOpened, selected, toggle, removeSelected, save, imported };
}
