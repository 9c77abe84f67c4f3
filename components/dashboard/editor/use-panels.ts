"use client";

import { useEffect, useRef, useState } from "react";
import type { PanelHandle } from "./query-panel";
import type { QueryTab } from "./query-tab";

/** Keeps the panels of tabs that were shown, which of them run, and where the focus goes when another tab is shown. */
export function usePanels(tabs: readonly QueryTab[], activeId: string) {
  const root = useRef<HTMLDivElement>(null);
  const handles = useRef(new Map<string, PanelHandle>());
  const wanted = useRef<"editor" | "tab" | null>(null);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([activeId]));
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  if (!visited.has(activeId)) setVisited(new Set([...visited, activeId]));
  const shown = () => handles.current.get(activeId);
  const focus = () => {
    if (wanted.current === "editor" && !shown()?.focus()) return;
    if (wanted.current === "tab")
      root.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    wanted.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the tabs are as they were asked to be
  useEffect(focus, [activeId, tabs]);
  const focusAfter = (target: "editor" | "tab", act: () => void) => {
    wanted.current = target;
    act();
  };
  /** Returns the props of a tab's panel. */
  const of = (id: string) => ({
    handle: (handle: PanelHandle | null) => {
      if (handle) handles.current.set(id, handle);
      else handles.current.delete(id);
    },
    onReady: () => id === activeId && focus(),
    onRunning: (isRunning: boolean) => setRunning((ids) => withOrWithout(ids, id, isRunning)),
  });
  /** Shows a text that was typed in another window. */
  const bring = (id: string, text: string) => handles.current.get(id)?.bring(text);
  return { root, visited, running, shown, focusAfter, of, bring };
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (ids.has(id) === isIn) return ids;
  return new Set(isIn ? [...ids, id] : [...ids].filter((each) => each !== id));
}
