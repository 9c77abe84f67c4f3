"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { BrowserMemory } from "@/components/ui/browser-memory";
import type { FunctionSources } from "@/lib/services/functions/deployments/resource";
import { type FileSet, filesOf, isSame, mergeFiles, NEW_FILES, readKept } from "./draft-files";

const PAUSE_MS = 300;
const memory = new BrowserMemory("function-code:");

/**
 * The files in the editor. Changes to the version that answers are kept in this browser until they're deployed or
 * discarded, and the browser asks before the page is left.
 */
export function useFiles(name: string, source: FunctionSources | null) {
  const stored = filesOf(source);
  const [edited, setEdited] = useState<FileSet | null>(stored);
  const [open, setOpen] = useState(stored?.entry ?? "");
  const [isRestored, setIsRestored] = useState(false);
  /** Changes with the files put in place of all. */
  const [turn, setTurn] = useState(0);
  /** The version that was deployed from here, of which the page may not have heard yet. */
  const [own, setOwn] = useState<number | null>(null);
  const before = useRef(stored);
  const differs = edited !== null && !isSame(edited, stored);
  const put = (next: FileSet | null) => {
    setEdited(next);
    setOpen(next?.entry ?? "");
    setTurn((last) => last + 1);
  };
  const restore = useEffectEvent(() => {
    const kept = readKept(memory.read(name));
    if (kept === null || isSame(kept, stored)) return;
    put(kept);
    setIsRestored(true);
  });
  useEffect(() => restore(), []);
  const version = source?.version ?? null;
  // Another version answers now: who has changed nothing sees its files.
  useWhenChanged(version, () => {
    if (isSame(edited, before.current)) put(stored);
    else if (isSame(edited, stored)) setEdited(stored);
    before.current = stored;
  });
  useShared(name, edited, { stored, differs }, (merged) => {
    setEdited(merged);
    setTurn((last) => last + 1);
  });
  const set = (files: FileSet["files"]) => setEdited((last) => last && { ...last, files });
  return {
    ...{ edited, open, differs, isRestored, turn },
    isOutdated: differs && edited.base !== version && (own === null || edited.base !== own),
    show: setOpen,
    change: (path: string, text: string) =>
      setEdited((last) => last && { ...last, files: { ...last.files, [path]: text } }),
    add: (path: string) => {
      set({ ...edited?.files, [path]: "" });
      setOpen(path);
    },
    rename: (from: string, to: string) => {
      if (!edited) return;
      const files = Object.entries(edited.files).map(([path, text]) => [path === from ? to : path, text]);
      put({ ...edited, files: Object.fromEntries(files), entry: edited.entry === from ? to : edited.entry });
      setOpen(to);
    },
    remove: (path: string) => {
      if (!edited) return;
      set(Object.fromEntries(Object.entries(edited.files).filter(([each]) => each !== path)));
      setOpen(edited.entry);
    },
    begin: () => put({ base: version, ...NEW_FILES }),
    discard: () => {
      setIsRestored(false);
      put(stored);
    },
    /** The files are to be put in the place of this version. */
    keep: () => setEdited((last) => last && { ...last, base: version }),
    /** The files are those of this version now. */
    rebase: (base: number) => {
      setIsRestored(false);
      setOwn(base);
      setEdited((last) => last && { ...last, base });
    },
  };
}

/** Runs `work` whenever the value is another one, and not at the start. */
function useWhenChanged(value: number | null, work: () => void): void {
  const seen = useRef(value);
  const run = useEffectEvent(work);
  useEffect(() => {
    if (seen.current === value) return;
    seen.current = value;
    run();
  }, [value]);
}

/**
 * Keeps the differing files in the browser, some time after each change, together with the changes of other windows to
 * the same files; `take` is given the files with theirs.
 */
function useShared(
  name: string,
  edited: FileSet | null,
  { stored, differs }: { stored: FileSet | null; differs: boolean },
  take: (merged: FileSet) => void,
): void {
  /** The text that this window has read or written last. */
  const seen = useRef<FileSet | null>(null);
  const share = useEffectEvent(() => {
    const theirs = readKept(memory.read(name));
    const before = seen.current ?? stored;
    if (theirs === null || edited === null || before === null || isSame(theirs, seen.current)) return edited;
    const merged = mergeFiles(before, edited, theirs);
    seen.current = theirs;
    if (!isSame(merged, edited)) take(merged);
    return merged;
  });
  const write = useEffectEvent(() => {
    const merged = share();
    const isKept = differs || !isSame(merged, edited);
    memory.write(name, isKept ? JSON.stringify(merged) : null);
    seen.current = isKept ? merged : null;
  });
  useEffect(() => {
    seen.current = readKept(memory.read(name));
    return memory.hear((heard) => void (heard === name && share()));
  }, [name]);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written some time after each change
  useEffect(() => {
    // The kept files are read before any are written.
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(write, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [edited, differs]);
  useEffect(() => {
    if (!differs) return;
    const ask = (event: BeforeUnloadEvent) => {
      write();
      event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("beforeunload", ask);
    };
  }, [differs]);
}
