"use client";

import { type RefObject, useRef, useState } from "react";
import type { ParameterValues } from "@/lib/sql/statements/resource";
import type { EditorHandle } from "./sql-editor";

/** The store of one tab's values. */
export interface KeptParameters {
  read: () => ParameterValues;
  enter: (name: string, value: string | null) => void;
}

/** Follows the parameters of the text in the editor, and keeps the values that are entered for each. */
export function useParameters(editor: RefObject<EditorHandle | null>, kept: KeptParameters) {
  const [names, setNames] = useState<readonly string[]>([]);
  const [values, setValues] = useState(kept.read);
  // Shortcuts read these before React has rendered again.
  const latest = useRef(values);
  const note = () => {
    const found = editor.current?.parameters() ?? [];
    setNames((before) => (before.join() === found.join() ? before : found));
  };
  const enter = (name: string, value: string | null) => {
    latest.current = { ...latest.current, [name]: value };
    setValues(latest.current);
    kept.enter(name, value);
  };
  /** Returns the values of the parameters that the text has now; one that nothing was entered for is left out. */
  const given = (): ParameterValues => {
    const found = editor.current?.parameters() ?? [];
    return Object.fromEntries(Object.entries(latest.current).filter(([name]) => found.includes(name)));
  };
  return { names, values, note, enter, given };
}
