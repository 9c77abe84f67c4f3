"use client";

import { Button, TextInput } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { IconButton } from "@/components/ui/icon-button";
import { useAsked } from "@/components/ui/use-asked";
import classes from "./code.module.css";
import { refuseName } from "./draft-files";

export interface FileChanges {
  add: (path: string) => void;
  rename: (from: string, to: string) => void;
  remove: (path: string) => void;
}

interface Props {
  paths: readonly string[];
  entry: string;
  open: string;
  /** The files in which something is wrong. */
  faulty: ReadonlySet<string>;
  show: (path: string) => void;
  /** `null` for a member who may change nothing. */
  changes: FileChanges | null;
}

const TITLES = { add: "Add file", rename: "Rename file" } as const;

/** The files as tabs, and the buttons that add, rename and delete one. */
export function FileTabs({ paths, entry, open, faulty, show, changes }: Props) {
  const { asked, isAsking, ask, close } = useAsked<keyof typeof TITLES>();
  return (
    <div className={classes.bar}>
      <fieldset className={classes.tabs} aria-label="Files">
        {paths.map((path) => (
          <button
            key={path}
            type="button"
            className={classes.tab}
            aria-pressed={path === open}
            data-faulty={faulty.has(path) || undefined}
            onClick={() => show(path)}
          >
            {path}
            {faulty.has(path) && <span className="visually-hidden">, with errors</span>}
          </button>
        ))}
      </fieldset>
      {changes && (
        <>
          <IconButton aria-label="Add file" onClick={() => ask("add")}>
            <IconPlus size={16} aria-hidden />
          </IconButton>
          <IconButton aria-label={`Rename ${open}`} onClick={() => ask("rename")}>
            <IconPencil size={16} aria-hidden />
          </IconButton>
          {open !== entry && (
            <IconButton aria-label={`Delete ${open}`} onClick={() => changes.remove(open)}>
              <IconTrash size={16} aria-hidden />
            </IconButton>
          )}
          <Dialog opened={isAsking} onClose={close} title={asked && TITLES[asked]}>
            <FileName
              key={`${asked} ${open}`}
              label={asked === "rename" ? "Rename" : "Add"}
              first={asked === "rename" ? open : ""}
              others={asked === "rename" ? paths.filter((path) => path !== open) : paths}
              close={close}
              take={(path) => (asked === "rename" ? changes.rename(open, path) : changes.add(path))}
            />
          </Dialog>
        </>
      )}
    </div>
  );
}

interface NameProps {
  label: string;
  first: string;
  others: readonly string[];
  close: () => void;
  take: (path: string) => void;
}

function FileName({ label, first, others, close, take }: NameProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const path = String(new FormData(event.currentTarget).get("path")).trim();
    const reason = refuseName(path, others);
    setRefusal(reason);
    if (reason !== null) return;
    close();
    if (path !== first) take(path);
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        name="path"
        label="Path"
        description="TypeScript, JavaScript or JSON"
        placeholder="lib/mail.ts"
        defaultValue={first}
        error={refusal}
        required
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <DialogButtons close={close}>
        <Button type="submit">{label}</Button>
      </DialogButtons>
    </form>
  );
}
