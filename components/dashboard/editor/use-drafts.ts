"use client";

import { useEffect, useState } from "react";

export interface SavedQuery {
  id: string;
  name: string;
  text: string;
  createdByEmail: string | null;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** The text that has no name yet. */
export const SCRATCH = "scratch";

/** What is typed is kept in this browser, for each database and each of its queries, until it is saved. */
export function useDrafts(databaseId: string, initial: readonly SavedQuery[]) {
  const [queries, setQueries] = useState(initial);
  const [openId, setOpenId] = useState(SCRATCH);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  // Another text in the same editor is another editor.
  const [version, setVersion] = useState(0);
  const keep = storeOf(databaseId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser's memory is read once it is there
  useEffect(() => {
    setChanged(new Set(initial.flatMap(({ id }) => (keep.read(id) === null ? [] : [id]))));
    const last = keep.read("open");
    if (last !== null && initial.some(({ id }) => id === last)) open(last);
  }, []);
  const query = queries.find(({ id }) => id === openId) ?? null;
  const open = (id: string) => {
    keep.write("open", id);
    setOpenId(id);
    setVersion((count) => count + 1);
  };
  const note = (text: string) => {
    const isSame = query !== null && query.text === text;
    keep.write(openId, isSame ? null : text);
    setChanged((ids) => (ids.has(openId) === isSame ? toggled(ids, openId, !isSame) : ids));
  };
  const clear = (id: string) => {
    keep.write(id, null);
    setChanged((ids) => toggled(ids, id, false));
  };
  /** A new name leaves what is typed as it is. */
  const put = (saved: SavedQuery, isRenamed = false) => {
    if (!isRenamed) clear(saved.id);
    setQueries((all) => [...all.filter(({ id }) => id !== saved.id), saved].sort(byName));
  };
  const drop = (id: string) => {
    keep.write(id, null);
    setQueries((all) => all.filter((each) => each.id !== id));
    if (id === openId) open(SCRATCH);
  };
  const draft = () => keep.read(openId) ?? query?.text ?? "";
  return { queries, query, openId, changed, version, draft, open, note, put, drop, clear };
}

function storeOf(databaseId: string) {
  const key = (name: string) => `sql-editor:${databaseId}:${name}`;
  return {
    read: (name: string) => (typeof window === "undefined" ? null : localStorage.getItem(key(name))),
    write: (name: string, text: string | null) => {
      try {
        if (text === null) localStorage.removeItem(key(name));
        else localStorage.setItem(key(name), text);
      } catch {
        // The browser's memory is full or switched off: the text stays on screen.
      }
    },
  };
}

/** Puts text where the editor of this database finds it when it is opened. */
export function leaveForEditor(databaseId: string, text: string): void {
  const store = storeOf(databaseId);
  store.write(SCRATCH, text);
  store.write("open", SCRATCH);
}

function toggled(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

function byName(a: SavedQuery, b: SavedQuery): number {
  return a.name < b.name ? -1 : 1;
}
