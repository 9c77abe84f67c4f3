import type { StoreApi } from "zustand/vanilla";
import type { BrowserMemory } from "@/components/ui/browser-memory";
import { FIRST_TAB, keptTabs, keyOf, type OpenTabs, readTabs, withoutDuplicates } from "./query-tab";
import type { TabDrafts } from "./tab-drafts";

/** The tabs as the browser keeps them: for all windows, and for this one. */
export interface TabMemories {
  shared: BrowserMemory;
  own: BrowserMemory;
}

/** Returns the key of the tab that was shown last: here, or for a new window in any. */
export const lastOpen = ({ shared, own }: TabMemories) => own.read("open") ?? shared.read("open");

/**
 * Loads the tabs that the browser keeps into the store, keeps every later change, and adds the tabs that other windows
 * add. Windows share the kept tabs, and none removes a tab of another. Returns whether any tabs were kept.
 */
export function keepTabs(store: StoreApi<OpenTabs>, memories: TabMemories, drafts: TabDrafts): boolean {
  const { shared, own } = memories;
  const stored = () => readTabs(shared.read("tabs"));
  const kept = stored();
  const last = lastOpen(memories);
  const tabs = (kept && kept.length > 0 ? kept : [FIRST_TAB]).map((tab) => drafts.marked(tab));
  const active = tabs.find((tab) => keyOf(tab) === last) ?? tabs[0] ?? FIRST_TAB;
  store.setState({ tabs, activeId: active.id });
  /** The keys of tabs that are or were open in this window. */
  const known = new Set(tabs.map(keyOf));
  const others = () => (stored() ?? []).filter((tab) => !known.has(keyOf(tab)));
  store.subscribe((open) => {
    for (const tab of open.tabs) known.add(keyOf(tab));
    shared.write("tabs", keptTabs(withoutDuplicates([...open.tabs, ...others()])));
    const shown = open.tabs.find(({ id }) => id === open.activeId);
    for (const memory of [shared, own]) memory.write("open", shown ? keyOf(shown) : null);
  });
  shared.hear((name) => {
    if (name !== "tabs") return;
    const { tabs: open } = store.getState();
    const listed = new Set(stored()?.map(keyOf));
    const added = others().map((tab) => drafts.marked(tab));
    // A tab with a text is listed again after another window has closed it.
    const isUnlisted = open.some((tab) => tab.isChanged && !listed.has(keyOf(tab)));
    if (added.length > 0 || isUnlisted) store.setState({ tabs: withoutDuplicates([...open, ...added]) });
  });
  return kept !== null;
}
