"use client";

import { useState } from "react";
import { BrowserMemory } from "@/components/ui/browser-memory";
import { schemaId } from "./tree-rows";

const FIRST = [schemaId("public")];

/** Returns the ids of the nodes that are open, as the browser remembers them. `current` is in view at first. */
export function useOpenNodes(databaseId: string, current: { schema: string; name: string } | null) {
  const [memory] = useState(() => new BrowserMemory(`schema-tree:${databaseId}:`));
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const kept = new Set(readKept(memory.read("open")));
    return current ? kept.add(schemaId(current.schema)) : kept;
  });
  const set = (id: string, isOpen: boolean) => {
    setOpen(withOrWithout(open, id, isOpen));
    // Of the nodes that another window has opened or closed meanwhile, none changes.
    const kept = new Set(readKept(memory.read("open")));
    memory.write("open", JSON.stringify([...withOrWithout(kept, id, isOpen)]));
  };
  return { open, set };
}

function readKept(kept: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(kept ?? "null");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : FIRST;
  } catch {
    return FIRST;
  }
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  return new Set(isIn ? [...ids, id] : [...ids].filter((each) => each !== id));
}
