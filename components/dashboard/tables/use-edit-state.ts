"use client";

import { useId, useRef, useState } from "react";
import type { Outcome } from "@/lib/web/resource";
import type { GridCell } from "../grid/grid-move";
import type { CellEdit } from "./cell-edit";

export type ReadValue = (place: unknown) => Promise<Outcome<{ text: string | null }>>;

/** Keeps the current edit, and reads the whole value where the page has only its beginning. */
export function useEditState(readValue: ReadValue) {
  const editorId = `${useId()}-editor`;
  const [edit, setEdit] = useState<CellEdit | null>(null);
  const reading = useRef<Promise<string | null | undefined>>(Promise.resolve(undefined));
  /** The cell that was opened or typed in while another one is being saved. */
  const next = useRef<{ cell: GridCell; typed?: string | null | undefined } | null>(null);
  /** Whether the edit is over: a field that is removed loses the focus, which must not save its draft. */
  const isOver = useRef(true);
  const change = (part: Partial<CellEdit>) => setEdit((now) => now && { ...now, ...part });
  const fail = (message: string, part: Partial<CellEdit> = {}) => {
    change({ isSaving: false, message, ...part });
    next.current = null;
    document.getElementById(editorId)?.focus();
  };
  /** Returns the whole value. If it can't be read, it shows why and returns `undefined`. */
  const read = async ({ key, column, table: { shape } }: CellEdit, isDraftKept: boolean) => {
    const outcome = await readValue({ table: { schema: shape.schema, name: shape.name }, key, column: column.name });
    if (!outcome.isDone) {
      fail(outcome.message);
      return undefined;
    }
    const { text } = outcome.value;
    setEdit((now) => now && { ...now, seen: text, draft: isDraftKept ? now.draft : text });
    return text;
  };
  const begin = (begun: CellEdit, isDraftKept: boolean): CellEdit => {
    isOver.current = false;
    setEdit(begun);
    if (begun.seen === undefined) reading.current = read(begun, isDraftKept);
    return begun;
  };
  const finish = () => {
    isOver.current = true;
    setEdit(null);
  };
  return { edit, editorId, change, fail, begin, finish, reading, next, isOver };
}

export type EditState = ReturnType<typeof useEditState>;
