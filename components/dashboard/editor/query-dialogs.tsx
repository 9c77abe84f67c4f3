"use client";

import { Confirm } from "@/components/ui/confirm";
import { NameDialog } from "./name-dialog";
import type { useQueryDialogs } from "./use-query-dialogs";

type Props = ReturnType<typeof useQueryDialogs>["dialogs"];

/** The dialogs of saved queries and tabs, whose code is loaded when the first one opens. */
export default function QueryDialogs({ naming, removing, closing, confirmRemoval, confirmClosing, dismiss }: Props) {
  const changed = closing.filter(({ isChanged }) => isChanged);
  return (
    <>
      {naming && <NameDialog {...naming} onClose={dismiss} />}
      <Confirm
        isOpen={removing !== null}
        title={`Delete ${removing?.name ?? "query"}`}
        confirm="Delete"
        onClose={dismiss}
        onConfirm={confirmRemoval}
      >
        This deletes the query for everyone in the organisation. Your data isn't affected.
      </Confirm>
      <Confirm
        isOpen={closing.length > 0}
        title={changed.length > 1 ? `Close ${changed.length} tabs` : `Close ${changed[0]?.name ?? "tab"}`}
        confirm="Close without saving"
        onClose={dismiss}
        onConfirm={confirmClosing}
      >
        {changed.length > 1
          ? `Your unsaved changes in ${changed.map(({ name }) => name).join(", ")} will be lost.`
          : "Your unsaved changes will be lost."}
      </Confirm>
    </>
  );
}
