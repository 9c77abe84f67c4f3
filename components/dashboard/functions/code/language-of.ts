import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import type { Extension } from "@codemirror/state";

/** Returns the language of a file, by its ending. */
export function languageOf(path: string): Extension {
  const ending = path.split(".").at(-1);
  if (ending === "json") return json();
  if (ending === "ts" || ending === "tsx") return javascript({ typescript: true, jsx: ending === "tsx" });
  if (ending === "js" || ending === "mjs" || ending === "jsx") return javascript({ jsx: ending === "jsx" });
  return [];
}
