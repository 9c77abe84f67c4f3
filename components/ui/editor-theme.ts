import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const LINE = "var(--line)";
const RAISED = "var(--surface-floating)";
const CHOSEN = "var(--surface-chosen)";

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "var(--font-interface)", color: "var(--text)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)", padding: "0.5rem 0" },
  // Chromium keeps the look of a selected text for the text that is typed in its place, as a style of the whole line.
  ".cm-line": { color: "inherit !important", fontWeight: "inherit !important", fontStyle: "inherit !important" },
  ".cm-gutters": {
    color: "var(--text-meta)",
    backgroundColor: "transparent",
    borderRight: `1px solid ${LINE}`,
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--surface-quiet)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection": {
    backgroundColor: `${CHOSEN} !important`,
  },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-placeholder": { color: "var(--text-meta)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: CHOSEN, outline: "none" },
  // A dialog that opens while names are suggested covers them.
  ".cm-tooltip": { zIndex: "150" },
  ".cm-tooltip, .cm-panels": {
    color: "var(--text)",
    backgroundColor: RAISED,
    border: `1px solid ${LINE}`,
    borderRadius: "var(--radius)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "var(--font-meta)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--text)", backgroundColor: CHOSEN },
  ".cm-completionDetail": { color: "var(--text-meta)", fontStyle: "normal" },
  ".cm-tooltip-lint": { maxWidth: "32rem" },
  ".cm-lint-marker": { width: "8px", height: "8px", margin: "0.4em auto 0", borderRadius: "50%" },
  ".cm-lint-marker-error": { content: "normal", backgroundColor: "var(--danger)" },
  ".cm-lint-marker-warning": { content: "normal", backgroundColor: "var(--warning)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--danger)" },
  ".cm-textfield, .cm-button": {
    color: "var(--text)",
    backgroundColor: "transparent",
    backgroundImage: "none",
    border: `1px solid ${LINE}`,
  },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--code-name)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.lineComment, tags.blockComment], color: "var(--text-meta)", fontStyle: "italic" },
]);

/** The theme of the code editors. Its colours follow the light or dark scheme of the page. */
export const editorTheme: Extension = [look, syntaxHighlighting(colours)];
