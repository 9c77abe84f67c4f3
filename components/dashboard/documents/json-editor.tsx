"use client";

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, indentOnInput } from "@codemirror/language";
import { linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { editorTheme } from "@/components/ui/editor-theme";
import { usePageNonce } from "@/components/ui/page-nonce";

interface Props {
  label: string;
  /** The initial text. Another text needs another `key`. */
  text: string;
  hintId: string;
  onChange: (text: string) => void;
}

/** An editor for JSON that marks faults while the user types. Its code is loaded only where it is shown. */
export default function JsonEditor({ label, text, hintId, onChange }: Props) {
  const nonce = usePageNonce();
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, with the text it starts with
  useEffect(() => {
    const view = new EditorView({
      parent: parent.current ?? undefined,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          [lineNumbers(), lintGutter(), foldGutter(), history(), drawSelection(), indentOnInput()],
          [bracketMatching(), closeBrackets(), EditorView.lineWrapping, json()],
          linter(jsonParseLinter(), { delay: 300 }),
          EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": hintId, spellcheck: "false" }),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
          editorTheme,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.focus();
    return () => view.destroy();
  }, []);
  return <div ref={parent} data-editor />;
}
