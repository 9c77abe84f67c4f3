"use client";

import type { ReactNode } from "react";
import type { Outcome } from "@/lib/web/resource";
import { Confirm } from "./confirm";
import { useAsked } from "./use-asked";
import { useOutcome } from "./use-outcome";

interface Options<Row> {
  title: string;
  /** The label of the button that runs the action. */
  confirm: string;
  /** Returns the effects of the action. */
  text: (row: Row) => ReactNode;
  /** `null` for a member who may not, and isn't asked. */
  act: ((row: Row) => Promise<Outcome>) | null;
  /** Returns the notice once it is done. */
  done: (row: Row) => string;
}

interface Confirming<Row> {
  ask: (row: Row) => void;
  isWorking: boolean;
  /** The dialog, to be rendered once. */
  dialog: ReactNode;
}

/** Asks before an action on a row runs, and shows a notice of its outcome. */
export function useConfirm<Row = void>({ title, confirm, text, act, done }: Options<Row>): Confirming<Row> {
  const { isWorking, run } = useOutcome();
  const { asked, isAsking, ask, close } = useAsked<{ row: Row }>();
  const dialog = (
    <Confirm
      isOpen={isAsking}
      title={title}
      confirm={confirm}
      onClose={close}
      onConfirm={() => act && asked && run(() => act(asked.row), done(asked.row))}
    >
      {asked && text(asked.row)}
    </Confirm>
  );
  return { ask: (row) => ask({ row }), isWorking, dialog };
}
