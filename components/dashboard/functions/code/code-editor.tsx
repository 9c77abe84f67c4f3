"use client";

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, indentOnInput } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useEffectEvent, useRef } from "react";
import { editorTheme } from "@/components/ui/editor-theme";
import { usePageNonce } from "@/components/ui/page-nonce";
import type { DeployFault } from "./deploy-outcome";
import { runtimeSupport } from "./runtime-completion";

interface Props {
  /** The file that is shown, and its text as it is now. */
  path: string;
  text: string;
  /** The faults in the file. */
  faults: readonly DeployFault[];
  /** A line to go to; another object goes there anew. */
  goTo: { line: number } | null;
  isReadOnly: boolean;
  /** The names of environment variables to complete. */
  variables: readonly string[];
  hintId: string;
  onChange: (path: string, text: string) => void;
  onDeploy: () => void;
}

/** The editor of a function's files, which keeps the cursor and the history of each. Other files need another `key`. */
export default function CodeEditor({ path, text, faults, goTo, ...props }: Props) {
  const nonce = usePageNonce();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const states = useRef(new Map<string, EditorState>());
  const shown = useRef(path);
  const note = useEffectEvent((changed: string) => props.onChange(shown.current, changed));
  const deploy = useEffectEvent(() => {
    props.onDeploy();
    return true;
  });
  const make = useEffectEvent((file: string, doc: string) => {
    const own: Extension = [
      Prec.highest(keymap.of([{ key: "Mod-s", run: () => deploy(), preventDefault: true }])),
      EditorView.updateListener.of((update) => {
        states.current.set(shown.current, update.state);
        if (update.docChanged) note(update.state.doc.toString());
      }),
    ];
    const labels = { "aria-label": file, "aria-describedby": props.hintId, spellcheck: "false" };
    const extensions = [
      ...[own, EditorView.cspNonce.of(nonce), BASICS, languageOf(file), runtimeSupport(props.variables)],
      ...[EditorView.contentAttributes.of(labels), EditorState.readOnly.of(props.isReadOnly)],
    ];
    return EditorState.create({ doc, extensions });
  });
  const show = useEffectEvent((file: string) => {
    shown.current = file;
    const state = states.current.get(file) ?? make(file, text);
    if (view.current) return view.current.setState(state);
    // The style sheets that the first state brings have the page's nonce.
    view.current = new EditorView({ parent: parent.current ?? undefined, state });
  });
  useEffect(() => show(path), [path]);
  useEffect(
    () => () => {
      view.current?.destroy();
      view.current = null;
    },
    [],
  );
  useEffect(() => {
    const editor = view.current;
    if (editor)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          faults.map((fault) => diagnosticOf(editor.state, fault)),
        ),
      );
  }, [faults]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || !goTo) return;
    const { from } = editor.state.doc.line(Math.min(goTo.line, editor.state.doc.lines));
    editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    editor.focus();
  }, [goTo]);
  return <div ref={parent} data-editor />;
}

const BASICS: Extension = [
  [lineNumbers(), lintGutter(), foldGutter(), history(), drawSelection(), indentOnInput(), bracketMatching()],
  [closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), EditorView.lineWrapping],
  [autocompletion({ icons: false }), editorTheme],
  keymap.of([
    ...[...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap],
    ...[...completionKeymap, ...lintKeymap, indentWithTab],
  ]),
];

function diagnosticOf(state: EditorState, { line, message }: DeployFault): Diagnostic {
  const { from, to } = state.doc.line(Math.min(line ?? 1, state.doc.lines));
  return { from, to, severity: "error", message };
}

/** Returns the language of a file, by its ending. */
function languageOf(path: string): Extension {
  const ending = path.split(".").at(-1);
  if (ending === "json") return json();
  if (ending === "ts" || ending === "tsx") return javascript({ typescript: true, jsx: ending === "tsx" });
  if (ending === "js" || ending === "mjs" || ending === "jsx") return javascript({ jsx: ending === "jsx" });
  return [];
}
