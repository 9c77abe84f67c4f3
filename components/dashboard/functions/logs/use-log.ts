"use client";

import { useEffect, useRef, useState } from "react";
import type { FunctionLogEntry } from "@/lib/services/functions/logs/resource";

/** The filter of the log; an empty field asks for nothing. */
export interface LogFilter {
  level: string;
  outcome: string;
  version: string;
  invocation: string;
  text: string;
}

export const NO_FILTER: LogFilter = { level: "", outcome: "", version: "", invocation: "", text: "" };

const MOST_ENTRIES = 2_000;
const OLDER = 100;

/** Returns the entries that fit the filter, the newest first, with those that are written from now on. */
export function useLog(address: string, filter: LogFilter) {
  const [entries, setEntries] = useState<readonly FunctionLogEntry[]>([]);
  const [state, setState] = useState<"opening" | "live" | "away">("opening");
  const [hasOlder, setHasOlder] = useState(true);
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== "")).toString();
  const asked = useRef(query);
  useEffect(() => {
    asked.current = query;
    setEntries([]);
    setHasOlder(true);
    setState("opening");
    const source = new EventSource(`${address}?${query}`);
    source.onopen = () => setState("live");
    // The browser tries again by itself, unless it was refused.
    source.onerror = () => setState("away");
    source.addEventListener("log", ({ data }) => {
      const entry: FunctionLogEntry = JSON.parse(data);
      setEntries((all) => (all.some(({ id }) => id === entry.id) ? all : [entry, ...all].slice(0, MOST_ENTRIES)));
    });
    return () => source.close();
  }, [address, query]);
  const readOlder = async () => {
    const cursor = entries.at(-1)?.id;
    if (cursor === undefined) return;
    const parameters = new URLSearchParams(query);
    parameters.set("cursor", cursor);
    parameters.set("limit", String(OLDER));
    const response = await fetch(`${address}?${parameters}`).catch(() => null);
    if (!response?.ok || asked.current !== query) return;
    const { items, nextCursor }: { items: FunctionLogEntry[]; nextCursor: string | null } = await response.json();
    setEntries((all) => [...all, ...items.filter(({ id }) => !all.some((one) => one.id === id))]);
    setHasOlder(nextCursor !== null);
  };
  return { entries, state, hasOlder, readOlder };
}
