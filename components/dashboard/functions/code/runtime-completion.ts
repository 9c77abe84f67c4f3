import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import { javascriptLanguage } from "@codemirror/lang-javascript";
import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip } from "@codemirror/view";
import { CALLER_FIELDS, DATABASE_URL, EXPORTS, MODULES, type RuntimeName } from "./runtime-names";

const IMPORT = 'import { caller } from "coppice";\n';
const HAS_IMPORT = /import\s*\{[^}]*\bcaller\b[^}]*\}\s*from\s*["']coppice["']/;

const asOptions = (names: readonly RuntimeName[], type: string): Completion[] =>
  names.map(({ label, detail, info }) => ({ label, detail, info, type }));

/**
 * Completes the names that the runtime provides: its modules, their exports, and the names of environment variables.
 */
export function runtimeSupport(variables: readonly string[]): Extension {
  return [javascriptLanguage.data.of({ autocomplete: completionSource(variables) }), explanations];
}

export function completionSource(variables: readonly string[]): CompletionSource {
  const environment = [
    DATABASE_URL,
    ...variables.map((label) => ({ label, detail: "string | undefined", info: "A secret or a variable of it." })),
  ];
  return (context) =>
    after(context, /(?:from|import)\s*\(?["'][^"'\n]*$/, /[^"']*$/, asOptions(MODULES, "namespace")) ??
    after(context, /\bcaller\(\)\s*\.\w*$/, /\w*$/, asOptions(CALLER_FIELDS, "property")) ??
    after(context, /\bprocess\.env\.\w*$/, /\w*$/, asOptions(environment, "constant")) ??
    after(context, /import\s*\{[^}]*$/, /\w*$/, asOptions(EXPORTS, "function")) ??
    exported(context);
}

/** Offers the options where the text before the cursor ends so; they take the place of its last part. */
function after(
  context: CompletionContext,
  before: RegExp,
  part: RegExp,
  options: readonly Completion[],
): CompletionResult | null {
  const line = context.matchBefore(before);
  if (!line) return null;
  const from = context.pos - (part.exec(line.text)?.[0].length ?? 0);
  return { from, options, validFor: /^[\w@/:.-]*$/ };
}

/** Offers the exports of `coppice` anywhere, and imports it where it isn't yet. */
function exported(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/(?<![.\w])\w+$/);
  // An imported name is completed as any name of the file.
  if (!word || HAS_IMPORT.test(context.state.doc.toString())) return null;
  const options = asOptions(EXPORTS, "function").map((option) => ({ ...option, apply: importing }));
  return { from: word.from, options, validFor: /^\w*$/ };
}

function importing(view: EditorView, { label }: Completion, from: number, to: number): void {
  const insert = `${label}()`;
  const changes = [
    { from: 0, insert: IMPORT },
    { from, to, insert },
  ];
  const anchor = from + insert.length + IMPORT.length;
  view.dispatch({ changes, selection: { anchor }, userEvent: "input.complete" });
}

/** Explains a name of the runtime where the pointer rests on it. */
const explanations = hoverTooltip((view, at) => {
  const word = view.state.wordAt(at);
  if (!word) return null;
  const text = view.state.sliceDoc(word.from, word.to);
  const found = EXPORTS.find(({ label }) => label === text);
  if (!found) return null;
  return {
    pos: word.from,
    end: word.to,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-explained";
      const type = document.createElement("code");
      type.textContent = `${found.label}${found.detail}`;
      const info = document.createElement("p");
      info.textContent = found.info;
      dom.append(type, info);
      return { dom };
    },
  };
});
