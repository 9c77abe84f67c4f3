import { BrowserMemory } from "./browser-memory";
import {
  FIRST_TAB,
  keptTabs,
  newTab,
  newTabId,
  type QueryTab,
  readTabs,
  type SavedQuery,
  withoutDuplicates,
} from "./query-tab";

export interface OpenTabs {
  /** Never empty. */
  tabs: readonly QueryTab[];
  activeId: string;
}

export const FIRST_TABS: OpenTabs = { tabs: [FIRST_TAB], activeId: FIRST_TAB.id };

/**
 * The open queries of one database, kept in this browser with what is typed in them. Windows share what is kept: each
 * has tabs of its own, and none takes those of another out.
 */
export class QueryTabs {
  readonly #memory: BrowserMemory;
  readonly #listeners = new Set<() => void>();
  /** Of tabs that are, or were, open in this window. */
  readonly #known = new Set<string>();
  #open: OpenTabs;
  /** Before the first tabs are kept, drafts of saved queries have none. */
  #hasDraftsWithoutTab: boolean;

  constructor(memory: BrowserMemory) {
    this.#memory = memory;
    const kept = readTabs(memory.read("tabs"));
    this.#hasDraftsWithoutTab = kept === null;
    const tabs = (kept && kept.length > 0 ? kept : [FIRST_TAB]).map((tab) => this.#withMark(tab));
    const last = memory.read("open");
    const active = tabs.find(({ id, queryId }) => id === last || queryId === last) ?? tabs[0] ?? FIRST_TAB;
    this.#open = { tabs, activeId: active.id };
    for (const { id } of tabs) this.#known.add(id);
  }

  get open(): OpenTabs {
    return this.#open;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What was typed in the tab last; `null` where it shows what is saved. */
  draft(id: string): string | null {
    const tab = this.#tab(id);
    return tab ? this.#memory.read(draftName(tab)) : null;
  }

  activate(id: string): void {
    if (this.#tab(id)) this.#set(this.#open.tabs, id);
  }

  /** Leads to the tab `by` places further, round the ends. */
  move(by: number): void {
    const { tabs, activeId } = this.#open;
    const index = tabs.findIndex(({ id }) => id === activeId);
    const next = tabs[(index + by + tabs.length) % tabs.length];
    if (next) this.activate(next.id);
  }

  add(): void {
    this.#append(newTab(this.#open.tabs));
  }

  openQuery({ id, name }: Pick<SavedQuery, "id" | "name">): void {
    const tab = this.#open.tabs.find(({ queryId }) => queryId === id);
    if (tab) this.activate(tab.id);
    else this.#append(this.#withMark({ id: newTabId(), queryId: id, name, isChanged: false }));
  }

  /** A text that comes from elsewhere, in a tab of its own; an empty one makes room for it. */
  openText(text: string): void {
    const { tabs, activeId } = this.#open;
    const same = tabs.find(({ id, queryId }) => queryId === null && this.draft(id) === text);
    if (same) {
      this.activate(same.id);
      return;
    }
    const index = tabs.findIndex(({ id, queryId }) => {
      return id === activeId && queryId === null && (this.draft(id) ?? "") === "";
    });
    const empty = tabs[index];
    if (empty) this.#memory.write(draftName(empty), null);
    const rest = tabs.filter((tab) => tab !== empty);
    const tab = newTab(rest);
    this.#memory.write(draftName(tab), text);
    this.#set(rest.toSpliced(index === -1 ? rest.length : index, 0, this.#withMark(tab)), tab.id);
  }

  /** With what is typed in it. In place of the last one comes an empty one. */
  close(id: string): void {
    const { tabs, activeId } = this.#open;
    const index = tabs.findIndex((tab) => tab.id === id);
    const tab = tabs[index];
    if (!tab) return;
    this.#memory.write(draftName(tab), null);
    const rest = tabs.toSpliced(index, 1);
    if (rest.length === 0) rest.push(newTab([]));
    const next = rest[Math.min(index, rest.length - 1)] ?? FIRST_TAB;
    this.#set(rest, id === activeId ? next.id : activeId);
  }

  rename(id: string, name: string): void {
    this.#replace(id, (tab) => ({ ...tab, name }));
  }

  /** `saved` is the text of the tab's query, empty where it has none. */
  note(id: string, text: string, saved: string): void {
    const tab = this.#tab(id);
    if (!tab) return;
    this.#memory.write(draftName(tab), text === saved ? null : text);
    const marked = this.#withMark(tab);
    if (marked.isChanged !== tab.isChanged) this.#replace(id, () => marked);
  }

  /** What the tab holds is in the saved query from now on. */
  save(id: string, query: Pick<SavedQuery, "id" | "name">): void {
    const tab = this.#tab(id);
    if (!tab) return;
    this.#memory.write(draftName(tab), null);
    this.#memory.write(query.id, null);
    this.#replace(id, () => ({ id, queryId: query.id, name: query.name, isChanged: false }));
  }

  /** Names as they are now. Of queries that are gone only what was typed in them stays. */
  follow(queries: readonly SavedQuery[]): void {
    if (this.#hasDraftsWithoutTab) this.#openDrafts(queries);
    const names = new Map(queries.map(({ id, name }) => [id, name]));
    for (const tab of this.#open.tabs) {
      if (tab.queryId === null) continue;
      const name = names.get(tab.queryId);
      const draft = this.draft(tab.id);
      if (name !== undefined && name !== tab.name) this.rename(tab.id, name);
      else if (name === undefined && draft === null) this.close(tab.id);
      else if (name === undefined) {
        this.#memory.write(tab.queryId, null);
        this.#memory.write(tab.id, draft);
        this.#replace(tab.id, () => this.#withMark({ ...tab, queryId: null }));
      }
    }
  }

  /** What was typed in saved queries before there were tabs, and the one that was open. */
  #openDrafts(queries: readonly SavedQuery[]): void {
    this.#hasDraftsWithoutTab = false;
    const { activeId } = this.#open;
    const last = this.#memory.read("open");
    for (const query of queries) {
      if (query.id === last || this.#memory.read(query.id) !== null) this.openQuery(query);
    }
    this.activate(this.#open.tabs.find(({ queryId }) => queryId !== null && queryId === last)?.id ?? activeId);
  }

  #tab(id: string): QueryTab | undefined {
    return this.#open.tabs.find((tab) => tab.id === id);
  }

  #append(tab: QueryTab): void {
    this.#set([...this.#open.tabs, tab], tab.id);
  }

  #replace(id: string, change: (tab: QueryTab) => QueryTab): void {
    const { tabs, activeId } = this.#open;
    this.#set(
      tabs.map((tab) => (tab.id === id ? change(tab) : tab)),
      activeId,
    );
  }

  #withMark(tab: QueryTab): QueryTab {
    const draft = this.#memory.read(draftName(tab));
    return { ...tab, isChanged: draft !== null && (tab.queryId !== null || draft.trim() !== "") };
  }

  #set(tabs: readonly QueryTab[], activeId: string): void {
    for (const { id } of tabs) this.#known.add(id);
    const others = (readTabs(this.#memory.read("tabs")) ?? []).filter(({ id }) => !this.#known.has(id));
    this.#memory.write("tabs", keptTabs(withoutDuplicates([...tabs, ...others])));
    this.#memory.write("open", activeId);
    this.#open = { tabs, activeId };
    for (const listener of this.#listeners) listener();
  }
}

const opened = new Map<string, QueryTabs>();

/** Those of this window. Only a browser has them. */
export function queryTabsOf(databaseId: string): QueryTabs {
  const known = opened.get(databaseId);
  if (known) return known;
  const made = new QueryTabs(new BrowserMemory(`sql-editor:${databaseId}:`));
  opened.set(databaseId, made);
  return made;
}

function draftName({ id, queryId }: QueryTab): string {
  return queryId ?? id;
}
