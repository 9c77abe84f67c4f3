import type { StoreApi } from "zustand/vanilla";
import type { BrowserMemory } from "@/components/ui/browser-memory";
import { FIRST_TAB, keptTabs, type OpenTabs, readTabs, withoutDuplicates } from "./query-tab";
import type { TabDrafts } from "./tab-drafts";

/**
 * Loads the tabs that the browser keeps into the store, and keeps every later change. Windows share what is kept: each
 * has tabs of its own, and does not remove those of another. Returns whether any tabs were kept.
 */
export function keepTabs(store: StoreApi<OpenTabs>, memory: BrowserMemory, drafts: TabDrafts): boolean {
  const kept = readTabs(memory.read("tabs"));
  const last = memory.read("open");
  const tabs = (kept && kept.length > 0 ? kept : [FIRST_TAB]).map((tab) => drafts.marked(tab));
  const active = tabs.find(({ id, queryId }) => id === last || queryId === last) ?? tabs[0] ?? FIRST_TAB;
  store.setState({ tabs, activeId: active.id });
  /** The ids of tabs that are or were open in this window. */
  const known = new Set(tabs.map(({ id }) => id));
  store.subscribe((open) => {
    for (const { id } of open.tabs) known.add(id);
    const others = (readTabs(memory.read("tabs")) ?? []).filter(({ id }) => !known.has(id));
    memory.write("tabs", keptTabs(withoutDuplicates([...open.tabs, ...others])));
    memory.write("open", open.activeId);
  });
  return kept !== null;
}
