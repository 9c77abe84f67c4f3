"use client";

import { useEffect, useState } from "react";
import { BrowserMemory } from "@/components/ui/browser-memory";

export interface Layout {
  /** The width of the tree in pixels. */
  tree: number;
  isTreeOpen: boolean;
  /** The share of the height that the editor has, in percent. */
  editor: number;
}

const FIRST: Layout = { tree: 220, isTreeOpen: true, editor: 32 };
const memory = new BrowserMemory("sql-editor:");

/** Returns how the window is divided, as the browser remembers it for all databases. */
export function useLayout(): [Layout, (change: Partial<Layout>) => void] {
  const [layout, setLayout] = useState(FIRST);
  // The server knows nothing of it, so it is read once the page is hydrated.
  useEffect(() => setLayout(readKept(memory.read("layout"))), []);
  const change = (part: Partial<Layout>) => {
    const next = { ...layout, ...part };
    setLayout(next);
    memory.write("layout", JSON.stringify(next));
  };
  return [layout, change];
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
