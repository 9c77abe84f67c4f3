"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { AppliedRowChanges } from "@/lib/sql/data-changes/resource";
import type { Outcome, Refused } from "@/lib/web/resource";
import { showUndoToast } from "./undo-toast";

type Changed = Pick<AppliedRowChanges, "changeId"> & Partial<AppliedRowChanges>;

/** Makes changes that can be undone: each shows a notice with a button that undoes it. */
export function useChanges(undo: (changeId: string) => Promise<Outcome>) {
  const router = useRouter();
  const [isWorking, start] = useTransition();
  /** A change whose undo restores the whole database, which a dialog asks about first. */
  const [asked, setAsked] = useState<string | null>(null);
  const takeBack = async (changeId: string) => {
    const outcome = await undo(changeId);
    if (outcome.isDone) router.refresh();
    notifications.show(
      outcome.isDone
        ? { message: "Undone.", color: "leaf", role: "status" }
        : { title: "Couldn't undo", message: outcome.message, color: "red", role: "alert" },
    );
  };
  const offerUndo = (done: string, { changeId, isDatabaseKept }: Changed) => {
    const what = isDatabaseKept ? `${done} A restore point was created first.` : done;
    showUndoToast(what, () => (isDatabaseKept ? setAsked(changeId) : start(() => takeBack(changeId))));
  };
  /** Returns why the change was refused, or `null`. `keep` is given the row as it is stored, where there is one. */
  const make = async (
    change: () => Promise<Outcome<Changed>>,
    done: string,
    keep?: (row: AppliedRowChanges["row"]) => void,
  ): Promise<Refused | null> => {
    const outcome = await change();
    if (!outcome.isDone) return outcome;
    offerUndo(done, outcome.value);
    keep?.(outcome.value.row ?? null);
    router.refresh();
    return null;
  };
  return { isWorking, start, make, asked, setAsked };
}
