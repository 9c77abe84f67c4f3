export interface QueryTab {
  /** The same as long as the tab is open. */
  id: string;
  /** The saved query in it; `null` for a text that is only in this browser. */
  queryId: string | null;
  name: string;
  /** Whether it holds what is saved nowhere. */
  isChanged: boolean;
}

export interface OpenTabs {
  /** Never empty. */
  tabs: readonly QueryTab[];
  activeId: string;
}

/** The tab that an editor begins with. Its text has been kept under this name since before there were tabs. */
export const FIRST_TAB: QueryTab = { id: "scratch", queryId: null, name: "Query 1", isChanged: false };

/** An empty one, named as none of `tabs` is. */
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

/** What of a tab is kept, as JSON. */
export function keptTabs(tabs: readonly QueryTab[]): string {
  return JSON.stringify(tabs.map(({ id, queryId, name }) => ({ id, queryId, name })));
}

/** `null` for what cannot be read. A saved query is in one tab at most. */
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
