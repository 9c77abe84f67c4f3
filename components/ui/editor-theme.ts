import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const LINE = "var(--mantine-color-default-border)";
const RAISED = "light-dark(#ffffff, #1a201c)";
const CHOSEN = "light-dark(#d9e8de, #1f3d2d)";

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "0.875rem", color: "var(--mantine-color-text)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--mantine-color-text)", padding: "0.5rem 0" },
  ".cm-gutters": {
    color: "var(--mantine-color-dimmed)",
    backgroundColor: "transparent",
    borderRight: `1px solid ${LINE}`,
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "light-dark(#f1f3ee, #171d19)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection": {
    backgroundColor: `${CHOSEN} !important`,
  },
  ".cm-cursor": { borderLeftColor: "var(--mantine-color-text)" },
  ".cm-placeholder": { color: "var(--mantine-color-dimmed)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: CHOSEN, outline: "none" },
  ".cm-tooltip, .cm-panels": {
    color: "var(--mantine-color-text)",
    backgroundColor: RAISED,
    border: `1px solid ${LINE}`,
    borderRadius: "var(--mantine-radius-md)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "0.8rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--mantine-color-text)", backgroundColor: CHOSEN },
  ".cm-completionDetail": { color: "var(--mantine-color-dimmed)", fontStyle: "normal" },
  ".cm-tooltip-lint": { maxWidth: "32rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--mantine-color-error)" },
  ".cm-textfield, .cm-button": {
    color: "var(--mantine-color-text)",
    backgroundColor: "transparent",
    backgroundImage: "none",
    border: `1px solid ${LINE}`,
  },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "light-dark(#8a2350, #f0a0c0)", fontWeight: "600" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "light-dark(#1d5a8a, #8cc4ee)" },
  { tag: [tags.string, tags.special(tags.string)], color: "light-dark(#236143, #84cba3)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#8a4a00, #efb878)" },
  { tag: [tags.lineComment, tags.blockComment], color: "var(--mantine-color-dimmed)", fontStyle: "italic" },
]);

/** The theme of the code editors. Its colours follow the light or dark scheme of the page. */
export const editorTheme: Extension = [look, syntaxHighlighting(colours)];
