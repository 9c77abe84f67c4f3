"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { Understood } from "@/lib/sql/statements/resource";
import { understandStatements } from "../statements/run-statements";
import type { EditorHandle } from "./sql-editor";

const PAUSE_MS = 600;
const MAX_CHARACTERS = 100_000;

/** Returns the effect of a run now, or `null` while that is not known. */
export function useUnderstood(base: string, editor: RefObject<EditorHandle | null>) {
  const [understood, setUnderstood] = useState<Understood | null>(null);
  const asking = useRef(new AbortController());
  useEffect(() => () => asking.current.abort(), []);
  const ask = async (signal: AbortSignal) => {
    const text = editor.current?.text() ?? "";
    if (text.trim() === "" || text.length > MAX_CHARACTERS) return;
    const input = { text, selection: editor.current?.selection() ?? null };
    const known = await understandStatements(base, input, signal).catch(() => null);
    if (!signal.aborted && known && "statements" in known && known.statements) setUnderstood(known);
  };
  /** Forgets the last answer, and asks again in the next pause of typing. */
  const note = () => {
    asking.current.abort();
    const controller = new AbortController();
    asking.current = controller;
    setUnderstood(null);
    const timer = setTimeout(() => void ask(controller.signal), PAUSE_MS);
    controller.signal.addEventListener("abort", () => clearTimeout(timer));
  };
  /** Asks no more until the text changes: while a run changes the database, there is no telling. */
  const stop = () => asking.current.abort();
  return { understood, note, stop };
}
