import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { PostgreSQL, type SQLNamespace, sql } from "@codemirror/lang-sql";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { type Extension, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { editorTheme } from "@/components/ui/editor-theme";

/** The functions of the editor's shortcuts. `cancel` returns whether a run was cancelled. */
export interface EditorKeys {
  run: () => void;
  runCurrent: () => void;
  save: () => void;
  cancel: () => boolean;
}

const done = (act: () => void) => () => {
  act();
  return true;
};

/** Returns the extensions of the SQL editor. `labels` are ARIA attributes, and `nonce` is that of its style sheets. */
export function sqlExtensions(keys: EditorKeys, labels: Record<string, string>, nonce: string): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run: done(keys.run) },
        { key: "Shift-Mod-Enter", run: done(keys.runCurrent) },
        { key: "Mod-s", run: done(keys.save), preventDefault: true },
      ]),
    ),
    [lineNumbers(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets()],
    [highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), EditorView.lineWrapping],
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

/** Tables by schema, and the columns of each. */
export interface CompletionSchema {
  name: string;
  tables: { name: string; columns: { name: string; typeName: string }[] }[];
}

export function sqlLanguage(schemas: readonly CompletionSchema[]): Extension {
  const namespace: Record<string, SQLNamespace> = Object.fromEntries(
    schemas.map(({ name, tables }) => [
      name,
      Object.fromEntries(
        tables.map((table) => [
          table.name,
          table.columns.map((column) => ({ label: column.name, detail: column.typeName, type: "property" })),
        ]),
      ),
    ]),
  );
  return sql({ dialect: PostgreSQL, schema: namespace, defaultSchema: "public" });
}
