"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { announce } from "@/components/ui/announce";
import { Dialog } from "@/components/ui/dialog";
import { DeleteForm } from "@/components/ui/forms/delete-form";
import { FieldForm } from "@/components/ui/forms/field-form";
import { filledForm } from "@/components/ui/forms/filled-form";
import { useAsked } from "@/components/ui/use-asked";
import type { ObjectChanges } from "./changes";
import { DeleteFolder } from "./delete-folder";
import { nameIn } from "./words";

export type Question =
  | { what: "move"; key: string }
  | { what: "copy"; key: string }
  | { what: "delete"; keys: readonly string[] }
  | { what: "delete-folder"; folder: string };

interface Options {
  /** The address of the bucket. */
  address: string;
  changes: ObjectChanges;
  /** The next step once an object has another key, or is gone; otherwise the page is read anew. */
  onMoved?: (key: string) => void;
  onDeleted?: () => void;
}

interface Asking {
  ask: (question: Question) => void;
  /** The dialog, to be rendered once. */
  dialogs: ReactNode;
}

/** Asks before objects are moved, copied or deleted. */
export function useObjectDialogs({ address, changes, onMoved, onDeleted }: Options): Asking {
  const router = useRouter();
  const { asked, isAsking, ask, close } = useAsked<Question>();
  const finish = (done: string, follow: () => void = router.refresh) => {
    close();
    announce({ isDone: true, value: null }, done);
    follow();
  };
  const renaming = (submit: string, key: string) => ({
    form: { ...filledForm(changes.renameForm, { to: key }), title: `${submit} ${key}`, submit },
    close,
  });
  const dialogs = (
    <Dialog opened={isAsking} onClose={close} title={asked && titleOf(asked)}>
      {asked?.what === "move" && (
        <FieldForm<{ key: string }>
          {...renaming("Move", asked.key)}
          action={changes.move.bind(null, asked.key)}
          onDone={({ key }) => finish(`Moved ${nameIn(asked.key)} to ${key}.`, onMoved && (() => onMoved(key)))}
        />
      )}
      {asked?.what === "copy" && (
        <FieldForm<{ key: string }>
          {...renaming("Copy", asked.key)}
          action={changes.copy.bind(null, asked.key)}
          onDone={({ key }) => finish(`Copied ${nameIn(asked.key)} to ${key}.`)}
        />
      )}
      {asked?.what === "delete" && (
        <DeleteForm
          {...lossOf(asked.keys)}
          action={() => changes.remove({ keys: asked.keys })}
          close={close}
          onDone={() => finish(`Deleted ${countOf(asked.keys)}.`, onDeleted)}
        />
      )}
      {asked?.what === "delete-folder" && (
        <DeleteFolder
          address={address}
          folder={asked.folder}
          remove={changes.removeFolder}
          close={close}
          onDone={(done) => finish(done)}
        />
      )}
    </Dialog>
  );
  return { ask, dialogs };
}

function titleOf(question: Question): string {
  if (question.what === "move") return "Move or rename";
  if (question.what === "copy") return "Copy object";
  if (question.what === "delete-folder") return "Delete folder";
  return question.keys.length === 1 ? "Delete object" : `Delete ${question.keys.length} objects`;
}

/** Returns the name of an object, or how many there are. */
function countOf(keys: readonly string[]): string {
  const [first = ""] = keys;
  return keys.length === 1 ? nameIn(first) : `${keys.length} objects`;
}

/** Returns the words of the dialog that deletes objects. */
function lossOf(keys: readonly string[]) {
  return {
    title: titleOf({ what: "delete", keys }),
    goes: `${countOf(keys)} and every link to ${keys.length === 1 ? "it" : "them"}, immediately.`,
    stays: "Other objects of the bucket, and the audit log.",
    undo: "This can't be undone.",
  };
}
