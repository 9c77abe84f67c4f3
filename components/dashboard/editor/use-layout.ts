"use client";

import { BrowserMemory } from "@/components/ui/browser-memory";
import { useKept } from "@/components/ui/use-kept";

export interface Layout {
  /** The width of the tree in pixels. */
  tree: number;
  isTreeOpen: boolean;
  /** The share of the height that the editor has, in percent. */
  editor: number;
}

const FIRST: Layout = { tree: 220, isTreeOpen: true, editor: 32 };
const memory = new BrowserMemory("sql-editor:");
const FORM = { read: readKept, write: (layout: Layout) => JSON.stringify(layout) };

/** Returns how the window is divided, as the browser remembers it for all databases. */
export function useLayout(): [Layout, (change: Partial<Layout>) => void] {
  const [layout, change] = useKept(memory, "layout", FORM);
  return [layout, (part) => change((now) => ({ ...now, ...part }))];
}

function readKept(kept: string | null): Layout {
  try {
    const { tree, isTreeOpen, editor } = JSON.parse(kept ?? "{}") as Partial<Record<keyof Layout, unknown>>;
    return {
      tree: typeof tree === "number" ? tree : FIRST.tree,
      isTreeOpen: typeof isTreeOpen === "boolean" ? isTreeOpen : FIRST.isTreeOpen,
      editor: typeof editor === "number" ? editor : FIRST.editor,
    };
  } catch {
    return FIRST;
  }
}
