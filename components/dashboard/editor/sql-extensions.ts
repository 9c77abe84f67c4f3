import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { PostgreSQL } from "@codemirror/lang-sql";
import { bracketMatching, indentOnInput, LanguageSupport } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { type Extension, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { editorTheme } from "@/components/ui/editor-theme";
import type { KnownNames } from "../schema-tree/schema-source";
import { completionSource } from "./completion";

/** The functions of the editor's shortcuts. `cancel` returns whether a run was cancelled. */
export interface EditorKeys {
  run: () => void;
  runCurrent: () => void;
  save: () => void;
  format: () => void;
  cancel: () => boolean;
}

const done = (act: () => void) => () => {
  act();
  return true;
};

/**
 * Characters that turn the direction of a text, or have no width, and aren't among CodeMirror's own special characters.
 */
const ALSO_UNSEEN = /[\u202a-\u202c\u2060\u2068]/g;

/** Returns the extensions of the SQL editor. `labels` are ARIA attributes, and `nonce` is that of its style sheets. */
export function sqlExtensions(keys: EditorKeys, labels: Record<string, string>, nonce: string): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run: done(keys.run) },
        { key: "Shift-Mod-Enter", run: done(keys.runCurrent) },
        { key: "Shift-Alt-f", run: done(keys.format) },
        { key: "Mod-s", run: done(keys.save), preventDefault: true },
      ]),
    ),
    [lineNumbers(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets()],
    [
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      highlightSpecialChars({ addSpecialChars: ALSO_UNSEEN }),
      EditorView.lineWrapping,
    ],
    autocompletion({ icons: false }),
    placeholder("select …"),
    EditorView.contentAttributes.of(labels),
    keymap.of([
      // CodeMirror itself makes Esc let the next Tab leave the editor.
      { key: "Escape", run: () => keys.cancel() },
      ...[...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap],
      ...[...completionKeymap, ...lintKeymap, indentWithTab],
    ]),
    editorTheme,
  ];
}

/** PostgreSQL's grammar, completed by the names in the database. The library's keywords are of other dialects too. */
export function sqlLanguage(names: () => Promise<KnownNames>): Extension {
  const { language } = PostgreSQL;
  return new LanguageSupport(language, language.data.of({ autocomplete: completionSource(names) }));
}
