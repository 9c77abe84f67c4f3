"use client";

import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { Confirm } from "../confirm";
import { NameDialog } from "./name-dialog";
import { type SavedQuery, SCRATCH, type useDrafts } from "./use-drafts";

type Answer<Value> = Promise<{ isDone: true; value: Value } | { isDone: false; message: string }>;

export interface QueryVerbs {
  create: (input: { name: string; text: string }) => Answer<SavedQuery>;
  update: (input: { queryId: string; name?: string; text?: string }) => Answer<SavedQuery>;
  remove: (queryId: string) => Answer<unknown>;
}

/** What the dialogs of saved queries ask, and what follows. */
export function useQueryDialogs(drafts: ReturnType<typeof useDrafts>, verbs: QueryVerbs, textNow: () => string) {
  const [naming, setNaming] = useState<{ query: SavedQuery | null } | null>(null);
  const [removing, setRemoving] = useState<SavedQuery | null>(null);
  const say = (message: string, isRefusal = false) =>
    notifications.show({ message, color: isRefusal ? "red" : "leaf", role: isRefusal ? "alert" : "status" });
  const save = async () => {
    if (drafts.query === null) return setNaming({ query: null });
    const answer = await verbs.update({ queryId: drafts.query.id, text: textNow() });
    if (answer.isDone) drafts.put(answer.value);
    say(answer.isDone ? `${answer.value.name} is saved.` : answer.message, !answer.isDone);
  };
  const name = async (given: string): Promise<string | null> => {
    const renamed = naming?.query ?? null;
    const answer = renamed
      ? await verbs.update({ queryId: renamed.id, name: given })
      : await verbs.create({ name: given, text: textNow() });
    if (!answer.isDone) return answer.message;
    drafts.put(answer.value, renamed !== null);
    if (!renamed) {
      drafts.clear(SCRATCH);
      drafts.open(answer.value.id);
    }
    return null;
  };
  const remove = async () => {
    if (!removing) return;
    const answer = await verbs.remove(removing.id);
    if (answer.isDone) drafts.drop(removing.id);
    say(answer.isDone ? `${removing.name} is deleted.` : answer.message, !answer.isDone);
  };
  return {
    ...{ naming, removing, name, confirmRemoval: remove, save: () => void save() },
    rename: (query: SavedQuery) => setNaming({ query }),
    remove: setRemoving,
    close: () => setNaming(null),
    keep: () => setRemoving(null),
  };
}

type Props = Omit<ReturnType<typeof useQueryDialogs>, "save" | "rename" | "remove">;

export function QueryDialogs({ naming, removing, name, confirmRemoval, close, keep }: Props) {
  return (
    <>
      {naming && (
        <NameDialog
          title={naming.query ? "Rename query" : "Save query"}
          initial={naming.query?.name ?? ""}
          onClose={close}
          save={name}
        />
      )}
      <Confirm
        isOpen={removing !== null}
        title={`Delete ${removing?.name ?? "query"}`}
        confirm="Delete"
        onClose={keep}
        onConfirm={() => void confirmRemoval()}
      >
        The query is gone for everybody in the organisation. What it was run on stays as it is.
      </Confirm>
    </>
  );
}
