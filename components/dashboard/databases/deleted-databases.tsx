"use client";

import { IconTrash } from "@tabler/icons-react";
import { Confirm } from "@/components/ui/confirm";
import { Consequences } from "@/components/ui/consequences";
import type { FormAction } from "@/components/ui/form-action";
import { filledForm } from "@/components/ui/forms/filled-form";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { DeletedList } from "@/components/ui/lists/deleted-list";
import { RowMenu } from "@/components/ui/row-menu";
import { useAsked } from "@/components/ui/use-asked";
import { useOutcome } from "@/components/ui/use-outcome";
import { byteText } from "@/lib/core/byte-text";
import type { RestorableDatabase } from "@/lib/hosting/deleted-databases/resource";
import type { Form } from "@/lib/web/forms/resource";
import type { Outcome } from "@/lib/web/resource";

interface Props {
  databases: readonly RestorableDatabase[];
  /** The member's changes; `null` for one whose role has none. */
  changes: {
    form: Form;
    bringBack: (databaseId: string, ...submitted: Parameters<FormAction>) => ReturnType<FormAction>;
    drop: (databaseId: string) => Promise<Outcome>;
  } | null;
}

/** The databases that were deleted, for as long as that can be taken back. */
export function DeletedDatabases({ databases, changes }: Props) {
  const { isWorking, run } = useOutcome();
  const returning = useAsked<RestorableDatabase>();
  const dropped = useAsked<RestorableDatabase>();
  const menuOf = (database: RestorableDatabase) => {
    const drop = { label: "Delete permanently", icon: IconTrash, onSelect: () => dropped.ask(database) };
    return <RowMenu label={`Actions for ${database.name}`} actions={[{ ...drop, isDestructive: true }]} />;
  };
  return (
    <DeletedList
      label="Deleted databases"
      rows={databases}
      sizeOf={({ sizeBytes }) => byteText(sizeBytes)}
      restore={changes && returning.ask}
      isWorking={isWorking}
      menuOf={menuOf}
    >
      {changes && (
        <>
          {returning.asked && (
            <FormDialog
              form={filledForm(changes.form, returning.asked)}
              action={changes.bringBack.bind(null, returning.asked.id)}
              isOpen={returning.isAsking}
              close={returning.close}
            />
          )}
          <Confirm
            isOpen={dropped.isAsking}
            title={`Delete ${dropped.asked?.name} permanently`}
            confirm="Delete permanently"
            onClose={dropped.close}
            onConfirm={() => {
              const { asked } = dropped;
              if (asked) run(() => changes.drop(asked.id), `Database ${asked.name} deleted permanently`);
            }}
          >
            <Consequences
              goes="All data, restore points, history and saved queries of this database."
              stays="Its branches, and the audit log."
              undo="Can't be undone."
            />
          </Confirm>
        </>
      )}
    </DeletedList>
  );
}
