import { createStore, type StoreApi } from "zustand/vanilla";
import { BrowserMemory } from "@/components/ui/browser-memory";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";
import { keepTabs, lastOpen } from "./kept-tabs";
import { FIRST_TAB, newTab, newTabId, type OpenTabs, type QueryTab } from "./query-tab";
import { shareTabs } from "./shared-tabs";
import { TabDrafts } from "./tab-drafts";
import type { KeptParameters } from "./use-parameters";

export type QueryTabs = ReturnType<typeof createQueryTabs>;

/**
 * Makes the store of the open queries of one database, which the browser keeps together with the text that is typed in
 * them.
 */
export function createQueryTabs(shared: BrowserMemory, own: BrowserMemory) {
  const memories = { shared, own };
  const store = createStore<OpenTabs>(() => ({ tabs: [FIRST_TAB], activeId: FIRST_TAB.id, toRunId: null }));
  const drafts = new TabDrafts(shared);
  let isFollowing = keepTabs(store, memories, drafts);
  const list = tabList(store);
  const { partIfTaken, onBrought } = shareTabs(store, shared, drafts);
  const actions = { ...tabActions(store, drafts, list), note: noteTyped(drafts, list, partIfTaken), onBrought };
  const queryActions = savedQueryActions(store, drafts, { ...list, close: actions.close });
  /** Updates the tabs to the saved queries. If no tabs were kept, it first opens queries with kept drafts. */
  const follow = (queries: readonly SavedQuery[]) => {
    if (!isFollowing) queryActions.openDrafts(queries, lastOpen(memories));
    isFollowing = true;
    queryActions.follow(queries);
  };
  return { ...store, activate: list.activate, ...actions, ...queryActions, follow };
}

type TabList = ReturnType<typeof tabList>;

function tabList({ getState, setState }: StoreApi<OpenTabs>) {
  const find = (id: string) => getState().tabs.find((tab) => tab.id === id);
  return {
    find,
    activate: (id: string) => {
      if (find(id)) setState({ activeId: id });
    },
    append: (tab: QueryTab) => setState(({ tabs }) => ({ tabs: [...tabs, tab], activeId: tab.id })),
    replace: (id: string, change: (tab: QueryTab) => QueryTab) =>
      setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.id === id ? change(tab) : tab)) })),
  };
}

function tabActions({ getState, setState }: StoreApi<OpenTabs>, drafts: TabDrafts, list: TabList) {
  const { find, activate, append, replace } = list;
  return {
    /** Returns the unsaved text of a tab; `null` where it shows the saved one. */
    draft: (id: string) => {
      const tab = find(id);
      return tab ? drafts.read(tab) : null;
    },
    /** Returns the part of a tab's parameters that is kept. */
    parameters: (id: string): KeptParameters => ({
      read: () => {
        const tab = find(id);
        return tab ? drafts.readParameters(tab) : {};
      },
      enter: (name, value) => {
        const tab = find(id);
        if (tab) drafts.enterParameter(tab, name, value);
      },
    }),
    /** Shows the tab `by` places further, and wraps around at the ends. */
    move: (by: number) => {
      const { tabs, activeId } = getState();
      const index = tabs.findIndex(({ id }) => id === activeId);
      activate(tabs[(index + by + tabs.length) % tabs.length]?.id ?? activeId);
    },
    add: () => append(newTab(getState().tabs)),
    rename: (id: string, name: string) => replace(id, (tab) => ({ ...tab, name })),
    /** Closes a tab together with the text that is typed in it. An empty tab takes the place of the last one. */
    close: (id: string) => {
      const { tabs, activeId } = getState();
      const index = tabs.findIndex((tab) => tab.id === id);
      const tab = tabs[index];
      if (!tab) return;
      drafts.write(tab, null);
      // The values of a saved query are there when it is opened again.
      if (tab.queryId === null) drafts.writeParameters(tab, null);
      const rest = tabs.length === 1 ? [newTab([])] : tabs.toSpliced(index, 1);
      const next = rest[Math.min(index, rest.length - 1)] ?? FIRST_TAB;
      setState({ tabs: rest, activeId: id === activeId ? next.id : activeId });
    },
    /** Opens a text from another page in a new tab, which replaces the active one where that is empty. */
    openText: (text: string) => {
      const { tabs, activeId } = getState();
      const same = tabs.find((tab) => tab.queryId === null && drafts.read(tab) === text);
      if (same) return activate(same.id);
      const index = tabs.findIndex((tab) => tab.id === activeId && tab.queryId === null && !drafts.read(tab));
      const empty = tabs[index];
      if (empty) drafts.write(empty, null);
      const rest = tabs.filter((tab) => tab !== empty);
      const tab = newTab(rest);
      drafts.write(tab, text);
      const place = index === -1 ? rest.length : index;
      setState({ tabs: rest.toSpliced(place, 0, drafts.marked(tab)), activeId: tab.id });
    },
  };
}

/**
 * Returns a function that keeps the text that is typed. `saved` is the text of the tab's query, empty where it has
 * none.
 */
function noteTyped(
  drafts: TabDrafts,
  { find, replace }: TabList,
  partIfTaken: (tab: QueryTab, text: string) => boolean,
) {
  return (id: string, text: string, saved: string): void => {
    const tab = find(id);
    if (!tab || partIfTaken(tab, text) || text === (drafts.read(tab) ?? saved)) return;
    drafts.type(tab, text === saved ? null : text);
    const marked = drafts.marked(tab);
    if (marked.isChanged !== tab.isChanged) replace(id, () => marked);
  };
}

interface TabListWithClose extends TabList {
  close: (id: string) => void;
}

function savedQueryActions(store: StoreApi<OpenTabs>, drafts: TabDrafts, list: TabListWithClose) {
  const { activate, append, close, find, replace } = list;
  const tabOf = (queryId: string) => store.getState().tabs.find((tab) => tab.queryId === queryId);
  const openQuery = ({ id, name }: Pick<SavedQuery, "id" | "name">) => {
    const tab = tabOf(id);
    if (tab) activate(tab.id);
    else {
      const tabId = newTabId();
      append(drafts.marked({ id: tabId, keptAs: tabId, queryId: id, name, isChanged: false }));
    }
  };
  return {
    openQuery,
    /** Opens a query to be run, as far as that is safe without a look at it. */
    runQuery: (query: Pick<SavedQuery, "id" | "name">) => {
      openQuery(query);
      store.setState({ toRunId: tabOf(query.id)?.id ?? null });
    },
    takeRun: () => store.setState({ toRunId: null }),
    /** Opens the saved queries that have a draft, and shows the query with the id `last`. */
    openDrafts: (queries: readonly SavedQuery[], last: string | null) => {
      const { activeId } = store.getState();
      for (const query of queries) {
        if (query.id === last || drafts.hasOf(query.id)) openQuery(query);
      }
      activate((last !== null && tabOf(last)?.id) || activeId);
    },
    /** Turns a tab into that of a query that was just saved. */
    save: (id: string, query: Pick<SavedQuery, "id" | "name">) => {
      const tab = find(id);
      if (!tab) return;
      const saved = { ...tab, queryId: query.id, name: query.name, isChanged: false };
      drafts.write(tab, null);
      drafts.write(saved, null);
      drafts.moveParameters(tab, saved);
      replace(id, () => saved);
    },
    /** Updates the names of saved queries. Of a deleted query only unsaved text stays. */
    follow: (queries: readonly SavedQuery[]) => {
      const names = new Map(queries.map(({ id, name }) => [id, name]));
      for (const tab of store.getState().tabs) {
        if (tab.queryId === null) continue;
        const name = names.get(tab.queryId);
        const draft = drafts.read(tab);
        const own = { ...tab, queryId: null };
        if (name !== undefined && name !== tab.name) replace(tab.id, () => ({ ...tab, name }));
        else if (name === undefined && draft === null) close(tab.id);
        else if (name === undefined) {
          drafts.write(tab, null);
          drafts.write(own, draft);
          drafts.moveParameters(tab, own);
          replace(tab.id, () => drafts.marked(own));
        }
      }
    },
  };
}

const opened = new Map<string, QueryTabs>();

/** Returns the tabs of a database in this window. */
export function queryTabsOf(databaseId: string): QueryTabs {
  const known = opened.get(databaseId);
  if (known) return known;
  const prefix = `sql-editor:${databaseId}:`;
  const made = createQueryTabs(new BrowserMemory(prefix), new BrowserMemory(prefix, "sessionStorage"));
  // The server renders for many users, so it keeps no tabs.
  if (typeof window !== "undefined") opened.set(databaseId, made);
  return made;
}
