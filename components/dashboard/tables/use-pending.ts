"use client";

import { useMemo, useRef, useState } from "react";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import type { Refused } from "@/lib/web/resource";
import {
  changesOf,
  checked,
  countOf,
  faultKey,
  idOf,
  NOTHING_PENDING,
  overlaid,
  type Pending,
  type Write,
  withAdded,
  withDeleted,
  withWritten,
} from "./pending";
import { doneText, firstFault } from "./pending-marks";

type Send = (changes: unknown[], done: string, mayKeep: boolean) => Promise<Refused | null>;

/** Keeps the changes of a page's rows that are not applied yet, and applies them as one. */
export function usePending(stored: BrowsedTable, send: Send) {
  /** Applied changes are shown until the rows have been read anew. */
  const [kept, setKept] = useState<{ pending: Pending; appliedTo: BrowsedTable | null }>({
    pending: NOTHING_PENDING,
    appliedTo: null,
  });
  const [message, setMessage] = useState<string | null>(null);
  const [isApplying, setIsApplying] = useState(false);
  /** Why the changes need a restore point, which a dialog asks about. */
  const [asked, setAsked] = useState<string | null>(null);
  const isOver = kept.appliedTo !== null && kept.appliedTo !== stored;
  const pending = isOver ? NOTHING_PENDING : kept.pending;
  const isApplied = kept.appliedTo !== null;
  const table = useMemo(() => overlaid(stored, pending), [stored, pending]);
  /** The changes for callbacks that outlive a render. */
  const latest = useRef(pending);
  latest.current = isApplied ? NOTHING_PENDING : pending;
  const change = (next: Pending) => {
    latest.current = next;
    setMessage(null);
    setKept({ pending: next, appliedTo: null });
  };
  const refuse = (next: Pending, reason: string) => {
    change(next);
    setMessage(reason);
  };
  const apply = async (mayKeep = false): Promise<boolean> => {
    const now = checked(stored.shape.columns, latest.current);
    const wrong = firstFault(stored, now);
    if (wrong) {
      refuse(now, `Row ${stored.rowsBefore + wrong.row + 1}: ${wrong.why}`);
      return false;
    }
    const { changes, ids } = changesOf(stored, now);
    setIsApplying(true);
    setMessage(null);
    const refusal = await send(changes, doneText(now), mayKeep);
    setIsApplying(false);
    if (refusal === null) {
      setAsked(null);
      latest.current = NOTHING_PENDING;
      setKept({ pending: now, appliedTo: stored });
      return true;
    }
    if (refusal.restorePointReason !== undefined && !mayKeep) setAsked(refusal.restorePointReason);
    else {
      setAsked(null);
      const failures = refusal.failures ?? (changes.length === 1 ? [{ index: 0, message: refusal.message }] : []);
      const faults = new Map(failures.map((failure) => [faultKey(ids[failure.index] ?? ""), failure.message]));
      refuse({ ...now, faults }, failures[0]?.message ?? refusal.message);
    }
    return false;
  };
  return {
    pending,
    table,
    count: isApplied ? 0 : countOf(pending),
    message,
    isApplying,
    asked,
    setAsked,
    apply,
    latest,
    write: (writes: readonly Write[]) => change(withWritten(latest.current, stored, writes)),
    add: (count: number) => change(withAdded(latest.current, count)),
    remove: (rows: ReadonlySet<number>) => change(withDeleted(latest.current, stored, rows)),
    isDeleted: (row: number) => pending.changed.get(idOf(stored, pending, row))?.isDeleted ?? false,
    discard: () => change(NOTHING_PENDING),
  };
}

export type PendingChanges = ReturnType<typeof usePending>;
