import type { BrowserMemory } from "@/components/ui/browser-memory";
import type { ParameterValues } from "@/lib/sql/statements/resource";
import type { QueryTab } from "./query-tab";

const parametersOf = (name: string) => `parameters:${name}`;

/** Keeps the unsaved text of tabs and the values of their parameters, under the id of the saved query that it changes or of its tab. */
export class TabDrafts {
  readonly #memory: BrowserMemory;

  constructor(memory: BrowserMemory) {
    this.#memory = memory;
  }

  read({ id, queryId }: QueryTab): string | null {
    return this.#memory.read(queryId ?? id);
  }

  /** Stores a draft; `null` deletes it. */
  write({ id, queryId }: QueryTab, text: string | null): void {
    this.#memory.write(queryId ?? id, text);
  }

  /** Returns what was entered for the parameters of a tab. */
  readParameters({ id, queryId }: QueryTab): ParameterValues {
    try {
      return JSON.parse(this.#memory.read(parametersOf(queryId ?? id)) ?? "{}") as ParameterValues;
    } catch {
      return {};
    }
  }

  writeParameters({ id, queryId }: QueryTab, values: ParameterValues | null): void {
    this.#memory.write(parametersOf(queryId ?? id), values && JSON.stringify(values));
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
