"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { EditorHandle } from "./sql-editor";

interface ToRun {
  /** Whether the query was opened to be run. */
  isToRun: boolean;
  /** Called when that was done, or left to the user. */
  onTaken: () => void;
  onReady: () => void;
}

/** Runs a query that was opened to be run, once its editor is loaded. One with parameters waits for their values. */
export function useToRun(editor: RefObject<EditorHandle | null>, props: ToRun, run: () => void) {
  const { isToRun, onTaken } = props;
  const fields = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(false);
  const onReady = () => {
    setIsReady(true);
    props.onReady();
  };
  const take = () => {
    if (!isReady || !isToRun) return;
    onTaken();
    const first = fields.current?.querySelector("textarea");
    if (first) return first.focus();
    editor.current?.focus();
    run();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the editor is there
  useEffect(take, [isReady, isToRun]);
  return { fields, onReady };
}
