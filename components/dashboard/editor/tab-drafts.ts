import type { BrowserMemory } from "@/components/ui/browser-memory";
import type { ParameterValues } from "@/lib/sql/statements/resource";
import { keyOf, type QueryTab } from "./query-tab";

const parametersOf = (tab: QueryTab) => `parameters:${keyOf(tab)}`;

/**
 * Keeps the unsaved text of tabs and the values of their parameters, under the id of the saved query that it changes or
 * of its tab. Knows which text this window has read or written last, and whether it was typed here.
 */
export class TabDrafts {
  readonly #memory: BrowserMemory;
  readonly #seen = new Map<string, string | null>();
  readonly #typed = new Set<string>();

  constructor(memory: BrowserMemory) {
    this.#memory = memory;
  }

  read(tab: QueryTab): string | null {
    const text = this.#memory.read(keyOf(tab));
    this.#seen.set(keyOf(tab), text);
    return text;
  }

  /** Stores a draft; `null` deletes it. */
  write(tab: QueryTab, text: string | null): void {
    this.#seen.set(keyOf(tab), text);
    this.#memory.write(keyOf(tab), text);
  }

  /** Stores the text that is typed here. */
  type(tab: QueryTab, text: string | null): void {
    this.#typed.add(keyOf(tab));
    this.write(tab, text);
  }

  /** Whether another window has stored a text that this one has not read. */
  isTaken(tab: QueryTab): boolean {
    const seen = this.#seen.get(keyOf(tab));
    return seen !== undefined && seen !== this.#memory.read(keyOf(tab));
  }

  /** Returns the text that was typed here and is in no text that is stored; `null` where nothing would be lost. */
  overwritten(tab: QueryTab): string | null {
    const seen = this.#seen.get(keyOf(tab)) ?? null;
    if (!this.#typed.has(keyOf(tab)) || seen === null || seen.trim() === "") return null;
    return this.#memory.read(keyOf(tab))?.includes(seen) ? null : seen;
  }

  /** The text of a tab is another window's from now on. */
  giveUp(tab: QueryTab): void {
    this.#typed.delete(keyOf(tab));
    this.read(tab);
  }

  /** Returns the values entered for the parameters of a tab. */
  readParameters(tab: QueryTab): ParameterValues {
    try {
      return JSON.parse(this.#memory.read(parametersOf(tab)) ?? "{}") as ParameterValues;
    } catch {
      return {};
    }
  }

  writeParameters(tab: QueryTab, values: ParameterValues | null): void {
    this.#memory.write(parametersOf(tab), values && JSON.stringify(values));
  }

  /** Stores the value of one parameter beside the values that any window has entered for the others. */
  enterParameter(tab: QueryTab, name: string, value: string | null): void {
    this.writeParameters(tab, { ...this.readParameters(tab), [name]: value });
  }

  moveParameters(from: QueryTab, to: QueryTab): void {
    const values = this.readParameters(from);
    this.writeParameters(from, null);
    this.writeParameters(to, values);
  }

  hasOf(queryId: string): boolean {
    return this.#memory.read(queryId) !== null;
  }

  /** Returns the tab with `isChanged` as its draft requires. */
  marked(tab: QueryTab): QueryTab {
    const draft = this.read(tab);
    return { ...tab, isChanged: draft !== null && (tab.queryId !== null || draft.trim() !== "") };
  }
}
