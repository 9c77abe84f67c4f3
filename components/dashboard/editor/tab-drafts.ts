import type { BrowserMemory } from "./browser-memory";
import type { QueryTab } from "./query-tab";

/** What is typed in tabs and saved nowhere. A draft is kept by the saved query that it changes, or by its tab. */
export class TabDrafts {
  readonly #memory: BrowserMemory;

  constructor(memory: BrowserMemory) {
    this.#memory = memory;
  }

  read({ id, queryId }: QueryTab): string | null {
    return this.#memory.read(queryId ?? id);
  }

  /** `null` forgets the draft. */
  write({ id, queryId }: QueryTab, text: string | null): void {
    this.#memory.write(queryId ?? id, text);
  }

  hasOf(queryId: string): boolean {
    return this.#memory.read(queryId) !== null;
  }

  /** Returns the tab with the mark that it needs. */
  marked(tab: QueryTab): QueryTab {
    const draft = this.read(tab);
    return { ...tab, isChanged: draft !== null && (tab.queryId !== null || draft.trim() !== "") };
  }
}
