"use client";

import { BrowserMemory } from "@/components/ui/browser-memory";
import { useKept } from "@/components/ui/use-kept";

const memory = new BrowserMemory("coppice.");
const FORM = { read: (text: string | null) => text === "true", write: String };

/** Returns whether changes of rows are collected until they are applied. The browser remembers it. */
export function useCollecting(): [boolean, (isOn: boolean) => void] {
  const [isOn, change] = useKept(memory, "collect-changes", FORM);
  return [isOn, (next) => change(() => next)];
}
