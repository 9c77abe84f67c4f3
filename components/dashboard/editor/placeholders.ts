import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

const MAX_PARSE_MS = 50;
/** A `:name` that no colon precedes, and a `$1` that is not the end of a name. */
const CANDIDATE = /(?<!:):[a-z_]\w*(?![\p{L}\p{N}$])|(?<![\w$])\$\d+/giu;
const TEXTS: ReadonlySet<string> = new Set(["String", "LineComment", "BlockComment", "QuotedIdentifier"]);
/** The statements whose own `$1` is not the run's. */
const NUMBERED = /^(?:prepare|create\s+(?:or\s+replace\s+)?(?:function|procedure))\s/i;

/** Returns the parameters of the text as they are written, such as `:id` and `$1`, each once. */
export function placeholdersIn(state: EditorState): string[] {
  const text = state.doc.toString();
  const candidates = [...text.matchAll(CANDIDATE)];
  if (candidates.length === 0) return [];
  const tree = ensureSyntaxTree(state, text.length, MAX_PARSE_MS) ?? syntaxTree(state);
  const found = candidates.filter(({ index, 0: name }) => {
    const node = tree.resolveInner(index, 1);
    if (TEXTS.has(node.name)) return false;
    return name.startsWith(":") ? !isSlice(node, text) : !NUMBERED.test(statementOf(node, text));
  });
  return [...new Set(found.map(([name]) => name))];
}

/** Returns whether a colon divides the slice of an array: it is in the brackets of a subscript. */
function isSlice(node: SyntaxNode, text: string): boolean {
  let isInBrackets = false;
  for (let around: SyntaxNode | null = node; around; around = around.parent) {
    if (around.name === "Parens") break;
    if (around.name !== "Brackets") continue;
    isInBrackets = true;
    if (/\barray\s*$/i.test(text.slice(Math.max(0, around.from - 20), around.from))) return false;
  }
  return isInBrackets;
}

function statementOf(node: SyntaxNode, text: string): string {
  let around: SyntaxNode | null = node;
  while (around && around.name !== "Statement") around = around.parent;
  let first = around?.firstChild;
  while (first && /Comment$/.test(first.name)) first = first.nextSibling;
  return first ? text.slice(first.from, first.from + 80) : "";
}
