export interface QueryTab {
  /** The id in this window, which stays the same while the tab is open. */
  id: string;
  /** The id under which the browser keeps the tab, for all windows. */
  keptAs: string;
  /** The id of the saved query in the tab; `null` for a text that is only in this browser. */
  queryId: string | null;
  name: string;
  /** Whether the tab holds text that is not saved. */
  isChanged: boolean;
}

export interface OpenTabs {
  /** The open tabs, of which there is always at least one. */
  tabs: readonly QueryTab[];
  activeId: string;
  /** The tab that was opened to be run. */
  toRunId: string | null;
}

/** The tab that an editor starts with. Browsers may hold its text under this id from when there were no tabs. */
export const FIRST_TAB: QueryTab = {
  id: "scratch",
  keptAs: "scratch",
  queryId: null,
  name: "Query 1",
  isChanged: false,
};

/** Returns the name of a tab in all windows: a saved query is in one tab at most. */
export function keyOf({ keptAs, queryId }: Pick<QueryTab, "keptAs" | "queryId">): string {
  return queryId ?? keptAs;
}

/** Returns an empty tab with a name that none of `tabs` has. */
export function newTab(tabs: readonly QueryTab[]): QueryTab {
  const names = new Set(tabs.map(({ name }) => name));
  let number = 1;
  while (names.has(`Query ${number}`)) number += 1;
  const id = newTabId();
  return { id, keptAs: id, queryId: null, name: `Query ${number}`, isChanged: false };
}

/** Returns a tab for a text that leaves `tab`, in its place of the window. */
export function tabBeside(tab: QueryTab, tabs: readonly QueryTab[]): QueryTab {
  const names = new Set(tabs.map(({ name }) => name));
  const stem = tab.name.replace(/ \(\d+\)$/, "");
  let number = 2;
  while (names.has(`${stem} (${number})`)) number += 1;
  return { id: tab.id, keptAs: newTabId(), queryId: null, name: `${stem} (${number})`, isChanged: true };
}

export function newTabId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `tab-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the JSON that the browser keeps of the tabs. */
export function keptTabs(tabs: readonly QueryTab[]): string {
  return JSON.stringify(tabs.map(({ keptAs, queryId, name }) => ({ id: keptAs, queryId, name })));
}

/** Parses kept tabs; returns `null` for anything else. */
export function readTabs(kept: string | null): QueryTab[] | null {
  try {
    const tabs: unknown = JSON.parse(kept ?? "null");
    if (!Array.isArray(tabs)) return null;
    const read = tabs
      .filter(isTab)
      .map(({ id, queryId, name }) => ({ id, keptAs: id, queryId, name, isChanged: false }));
    return withoutDuplicates(read);
  } catch {
    return null;
  }
}

/** Leaves out the tabs that are there already, and gives each tab an id that no other has. */
export function withoutDuplicates(tabs: readonly QueryTab[]): QueryTab[] {
  const [keys, ids] = [new Set<string>(), new Set<string>()];
  return tabs
    .filter((tab) => !keys.has(keyOf(tab)) && keys.add(keyOf(tab)))
    .map((tab) => {
      const own = ids.has(tab.id) ? { ...tab, id: newTabId() } : tab;
      ids.add(own.id);
      return own;
    });
}

function isTab(value: unknown): value is Pick<QueryTab, "id" | "queryId" | "name"> {
  if (typeof value !== "object" || value === null) return false;
  const { id, queryId, name } = value as Partial<Record<keyof QueryTab, unknown>>;
  return typeof id === "string" && typeof name === "string" && (queryId === null || typeof queryId === "string");
}
