"use client";

import { closeCompletion } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import { usePageNonce } from "@/components/ui/page-nonce";
import type { SchemaSource } from "../schema-tree/schema-source";
import { placeholdersIn } from "./placeholders";
import { type EditorKeys, sqlExtensions, sqlLanguage } from "./sql-extensions";

export interface Span {
  from: number;
  to: number;
}

/** An error to mark at an offset of the text. */
export interface Mark {
  at: number;
  message: string;
}

export interface EditorHandle {
  /** Returns the text as it is on screen. */
  text: () => string;
  /** Returns the selection, or `null`. */
  selection: () => Span | null;
  /** Returns the statement that the cursor is in or after. */
  current: () => Span | null;
  /** Returns the parameters of the text as they are written, such as `:id` and `$1`. */
  parameters: () => readonly string[];
  /** Closes the list of completions, including one that is about to open. */
  closeCompletion: () => void;
  mark: (marks: readonly Mark[]) => void;
  show: (from: number, to: number) => void;
  /** Puts another text in place of a part of it, as one step to undo. */
  replace: (span: Span, text: string) => void;
  /** Puts a name in place of the selection, apart from a word before it. */
  insert: (name: string) => void;
  /** Focuses the editor. Returns whether it was loaded. */
  focus: () => boolean;
}

interface Props extends EditorKeys {
  handle: RefObject<EditorHandle | null>;
  /** Returns the initial text. It is called once. */
  text: () => string;
  schema: SchemaSource;
  /** The id of the text that explains how to leave the editor by keyboard. */
  hintId: string;
  onChange: (text: string) => void;
  /** Called when the text changes that a run would run: all of it, or the selection. */
  onAsked: () => void;
  /** Called once the editor is loaded. */
  onReady: () => void;
}

/** The SQL editor, whose code is loaded only where it is shown. Another text needs another `key`. */
export function SqlEditor({ handle, text, schema, hintId, onChange, onAsked, onReady, ...keys }: Props) {
  const nonce = usePageNonce();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ ...keys, onChange, onAsked });
  useEffect(() => {
    latest.current = { ...keys, onChange, onAsked };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later changes are handed on below
  useEffect(() => {
    const held: EditorKeys = {
      run: () => latest.current.run(),
      runCurrent: () => latest.current.runCurrent(),
      save: () => latest.current.save(),
      format: () => latest.current.format(),
      cancel: () => latest.current.cancel(),
    };
    const labels = { "aria-label": "SQL", "aria-describedby": hintId, spellcheck: "false" };
    const made = new EditorView({
      parent: parent.current ?? undefined,
      state: EditorState.create({
        doc: text(),
        extensions: [
          sqlExtensions(held, labels, nonce),
          sqlLanguage(() => schema.names()),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
            if (update.docChanged || changesSelected(update)) latest.current.onAsked();
          }),
        ],
      }),
    });
    view.current = made;
    onReady();
    onAsked();
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useImperativeHandle(handle, () => handleOf(view));
  return <div ref={parent} data-editor />;
}

function changesSelected({ startState, state }: ViewUpdate): boolean {
  const [before, now] = [startState.selection.main, state.selection.main];
  return !before.eq(now) && !(before.empty && now.empty);
}

function handleOf(view: RefObject<EditorView | null>): EditorHandle {
  return {
    text: () => view.current?.state.doc.toString() ?? "",
    selection: () => {
      const main = view.current?.state.selection.main;
      return !main || main.empty ? null : { from: main.from, to: main.to };
    },
    current: () => (view.current ? statementAt(view.current.state) : null),
    parameters: () => (view.current ? placeholdersIn(view.current.state) : []),
    closeCompletion: () => {
      if (view.current) closeCompletion(view.current);
    },
    mark: (marks) => {
      const editor = view.current;
      if (!editor) return;
      const diagnostics = marks.map((mark) => diagnosticOf(editor.state, mark));
      editor.dispatch(setDiagnostics(editor.state, diagnostics));
    },
    show: (from, to) => {
      const editor = view.current;
      if (!editor) return;
      const end = editor.state.doc.length;
      const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
      editor.dispatch({ selection, scrollIntoView: true });
      editor.focus();
    },
    replace: (span, insert) => view.current?.dispatch({ changes: { ...span, insert }, userEvent: "input.format" }),
    insert: (name) => {
      const editor = view.current;
      if (!editor) return;
      const { from } = editor.state.selection.main;
      const isAfterWord = /[\p{L}\p{N}_"]/u.test(editor.state.sliceDoc(from - 1, from));
      editor.dispatch(editor.state.replaceSelection(isAfterWord ? ` ${name}` : name), { userEvent: "input.paste" });
      editor.focus();
    },
    focus: () => {
      view.current?.focus();
      return view.current !== null;
    },
  };
}

function statementAt(state: EditorState): Span | null {
  const { head } = state.selection.main;
  let found: Span | null = null;
  for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling) {
    if (node.name !== "Statement") continue;
    if (found !== null && node.from > head) break;
    found = { from: node.from, to: node.to };
  }
  return found;
}

function diagnosticOf(state: EditorState, { at, message }: Mark): Diagnostic {
  const end = state.doc.length;
  const from = Math.min(at, end);
  const word = state.wordAt(from);
  const to = word && word.to > from ? word.to : Math.min(from + 1, end);
  return { from: to > from ? from : Math.max(0, end - 1), to, severity: "error", message };
}
