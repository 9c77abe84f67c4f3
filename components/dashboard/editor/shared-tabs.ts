import type { StoreApi } from "zustand/vanilla";
import type { BrowserMemory } from "@/components/ui/browser-memory";
import { keyOf, newTabId, type OpenTabs, type QueryTab, tabBeside } from "./query-tab";
import type { TabDrafts } from "./tab-drafts";

type Brought = (id: string, draft: string | null) => void;

/**
 * Follows the text that other windows type into the tabs of this one (docs/decisions/192). A text of this window that
 * another has not read goes on in a tab of its own, so that nothing that was typed is lost.
 */
export function shareTabs({ getState, setState }: StoreApi<OpenTabs>, memory: BrowserMemory, drafts: TabDrafts) {
  const listeners = new Set<Brought>();
  /** Leaves the tab to the other window; the text that is typed here goes on, with its editor, in one beside it. */
  const part = (tab: QueryTab, text: string) => {
    const theirs = { ...tab, id: newTabId() };
    const own = tabBeside(tab, getState().tabs);
    drafts.type(own, text);
    drafts.writeParameters(own, drafts.readParameters(tab));
    drafts.giveUp(tab);
    const both = [drafts.marked(theirs), drafts.marked(own)];
    setState(({ tabs }) => ({ tabs: tabs.flatMap((each) => (each.id === tab.id ? both : [each])) }));
  };
  const bring = (tab: QueryTab) => {
    drafts.giveUp(tab);
    const marked = drafts.marked(tab);
    if (marked.isChanged !== tab.isChanged)
      setState(({ tabs }) => ({ tabs: tabs.map((each) => (each.id === tab.id ? marked : each)) }));
    for (const brought of listeners) brought(tab.id, drafts.read(tab));
  };
  memory.hear((name) => {
    const tab = getState().tabs.find((each) => keyOf(each) === name);
    if (!tab || !drafts.isTaken(tab)) return;
    const own = drafts.overwritten(tab);
    if (own === null) bring(tab);
    // The other window has closed or saved its tab; the text of this one stays where it is.
    else if (memory.read(name) === null) drafts.write(tab, own);
    else part(tab, own);
  });
  return {
    /**
     * Moves the text that is typed to a tab of its own, if another window was in this one unheard. Returns whether it
     * did.
     */
    partIfTaken: (tab: QueryTab, text: string): boolean => {
      const isTaken = drafts.isTaken(tab) && memory.read(keyOf(tab)) !== null;
      if (isTaken) part(tab, text);
      return isTaken;
    },
    /** Calls `brought` with the draft of another window for a tab. Returns a function that ends that. */
    onBrought: (brought: Brought): (() => void) => {
      listeners.add(brought);
      return () => void listeners.delete(brought);
    },
  };
}
