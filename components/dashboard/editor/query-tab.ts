export interface QueryTab {
  /** The id, which stays the same while the tab is open. */
  id: string;
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
export const FIRST_TAB: QueryTab = { id: "scratch", queryId: null, name: "Query 1", isChanged: false };

/** Returns an empty tab with a name that none of `tabs` has. */
export function newTab(tabs: readonly QueryTab[]): QueryTab {
  const names = new Set(tabs.map(({ name }) => name));
  let number = 1;
  while (names.has(`Query ${number}`)) number += 1;
  return { id: newTabId(), queryId: null, name: `Query ${number}`, isChanged: false };
}

export function newTabId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `tab-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the JSON that the browser keeps of the tabs. */
export function keptTabs(tabs: readonly QueryTab[]): string {
  return JSON.stringify(tabs.map(({ id, queryId, name }) => ({ id, queryId, name })));
}

/** Parses kept tabs; returns `null` for anything else. A saved query is in one tab at most. */
export function readTabs(kept: string | null): QueryTab[] | null {
  try {
    const tabs: unknown = JSON.parse(kept ?? "null");
    if (!Array.isArray(tabs)) return null;
    return withoutDuplicates(tabs.filter(isTab).map((tab) => ({ ...tab, isChanged: false })));
  } catch {
    return null;
  }
}

export function withoutDuplicates(tabs: readonly QueryTab[]): QueryTab[] {
  const seen = new Set<string>();
  return tabs.filter(({ id, queryId }) => {
    const isNew = !seen.has(id) && !seen.has(queryId ?? id);
    seen.add(id).add(queryId ?? id);
    return isNew;
  });
}

function isTab(value: unknown): value is Omit<QueryTab, "isChanged"> {
  if (typeof value !== "object" || value === null) return false;
  const { id, queryId, name } = value as Partial<Record<keyof QueryTab, unknown>>;
  return typeof id === "string" && typeof name === "string" && (queryId === null || typeof queryId === "string");
}
