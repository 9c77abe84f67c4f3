"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { Outcome } from "@/components/ui/outcome";
import { showUndoToast } from "./undo-toast";

interface Changed {
  changeId: string;
  rowCount: number;
  /** Undoing it restores the whole database. */
  isDatabaseKept?: boolean;
  /** The row as it is stored, where one alone was changed and kept. */
  row?: Record<string, string | null> | null;
}

export interface Refusal {
  message: string;
  /** It could be done with a restore point taken first, for this reason. */
  restorePointReason: string | null;
}

export type ChangeOutcome = Outcome<Changed> | ({ isDone: false } & Refusal);

type Undo = (changeId: string) => Promise<Outcome<unknown>>;

/** Makes changes that can be taken back: says what was done, and offers to undo it for as long as it says so. */
export function useChanges(undo: Undo) {
  const router = useRouter();
  const [isWorking, start] = useTransition();
  /** A change whose undo restores the whole database, which is asked for once more. */
  const [asked, setAsked] = useState<string | null>(null);
  const takeBack = async (changeId: string) => {
    const outcome = await undo(changeId);
    if (outcome.isDone) router.refresh();
    notifications.show(
      outcome.isDone
        ? { message: "Undone.", color: "leaf", role: "status" }
        : { title: "That was not undone", message: outcome.message, color: "red", role: "alert" },
    );
  };
  const offerUndo = (done: string, { changeId, isDatabaseKept }: Changed) => {
    const what = isDatabaseKept ? `${done} A restore point was taken before.` : done;
    showUndoToast(what, () => (isDatabaseKept ? setAsked(changeId) : start(() => takeBack(changeId))));
  };
  /** Answers why it was refused; `null` when it was done. */
  const make = async (
    change: () => Promise<ChangeOutcome | Outcome<{ changeId: string }>>,
    done: string,
    keep?: (row: Record<string, string | null> | null) => void,
  ): Promise<Refusal | null> => {
    const outcome = await change();
    if (!outcome.isDone) return { restorePointReason: null, ...outcome };
    const value: Changed = { rowCount: 0, ...outcome.value };
    offerUndo(done, value);
    keep?.(value.row ?? null);
    router.refresh();
    return null;
  };
  return { isWorking, start, make, asked, setAsked };
}
