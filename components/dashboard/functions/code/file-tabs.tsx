"use client";

import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { FormAction } from "@/components/ui/form-action";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { textField } from "@/components/ui/forms/text-field";
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
const PATH = textField({
  name: "path",
  label: "Path",
  note: "TypeScript, JavaScript or JSON",
  placeholder: "lib/mail.ts",
  maxLength: 200,
});

/** The files as tabs, and the buttons that add, rename and delete one. */
export function FileTabs({ paths, entry, open, faulty, show, changes }: Props) {
  const { asked, isAsking, ask, close } = useAsked<keyof typeof TITLES>();
  const name: FormAction = async (_, form) => {
    const path = String(form.get("path")).trim();
    const isRenamed = asked === "rename";
    const message = refuseName(path, isRenamed ? paths.filter((each) => each !== open) : paths);
    if (message !== null) return { isDone: false, message, details: [{ path: "path", message }] };
    if (!isRenamed) changes?.add(path);
    else if (path !== open) changes?.rename(open, path);
    return { isDone: true, value: null };
  };
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
          <FormDialog
            form={{
              title: asked ? TITLES[asked] : "",
              submit: asked === "rename" ? "Rename" : "Add",
              fields: [{ ...PATH, value: asked === "rename" ? open : null }],
            }}
            action={name}
            isOpen={isAsking}
            close={close}
          />
        </>
      )}
    </div>
  );
}
