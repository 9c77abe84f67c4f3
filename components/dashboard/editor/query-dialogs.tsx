"use client";

import { Confirm } from "@/components/ui/confirm";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { textField } from "@/components/ui/forms/text-field";
import type { useQueryDialogs } from "./use-query-dialogs";

type Props = ReturnType<typeof useQueryDialogs>["dialogs"];

const NAME = textField({ name: "name", label: "Name", maxLength: 80 });

/** The dialogs of saved queries and tabs, whose code is loaded when the first one opens. */
export default function QueryDialogs({ asked, isAsking, close, confirmRemoval, confirmClosing }: Props) {
  if (asked?.kind === "name") {
    const { title, initial, save } = asked;
    return (
      <FormDialog
        form={{ title, submit: "Save", fields: [{ ...NAME, value: initial }] }}
        action={async (_, form) => save(String(form.get("name")))}
        isOpen={isAsking}
        close={close}
      />
    );
  }
  if (asked?.kind === "remove") {
    return (
      <Confirm
        isOpen={isAsking}
        title={`Delete ${asked.query.name}`}
        confirm="Delete"
        onClose={close}
        onConfirm={() => confirmRemoval(asked.query)}
      >
        This deletes the query for everyone in the organisation. Your data isn't affected.
      </Confirm>
    );
  }
  const tabs = asked?.tabs ?? [];
  const changed = tabs.filter(({ isChanged }) => isChanged);
  return (
    <Confirm
      isOpen={isAsking}
      title={changed.length > 1 ? `Close ${changed.length} tabs` : `Close ${changed[0]?.name ?? "tab"}`}
      confirm="Close without saving"
      onClose={close}
      onConfirm={() => confirmClosing(tabs)}
    >
      {changed.length > 1
        ? `Your unsaved changes in ${changed.map(({ name }) => name).join(", ")} will be lost.`
        : "Your unsaved changes will be lost."}
    </Confirm>
  );
}
