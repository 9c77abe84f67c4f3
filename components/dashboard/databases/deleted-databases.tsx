"use client";

import { Button, Group } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Confirm } from "@/components/ui/confirm";
import { Consequences } from "@/components/ui/consequences";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-action";
import { FieldForm } from "@/components/ui/forms/field-form";
import { filledForm } from "@/components/ui/forms/filled-form";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
import { useAsked } from "@/components/ui/use-asked";
import { useOutcome } from "@/components/ui/use-outcome";
import { byteText } from "@/lib/core/byte-text";
import type { RestorableDatabase } from "@/lib/hosting/deleted-databases/resource";
import type { Form } from "@/lib/web/forms/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./deleted-databases.module.css";

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
  return (
    <KeepFocus label="Deleted databases">
      <section aria-labelledby="deleted" className={classes.section}>
        <h2 id="deleted" className={classes.title}>
          Deleted
        </h2>
        <Listing
          label="Deleted databases"
          minWidth={520}
          columns={["Name", "Size", "Deleted", "Can be restored until"]}
          hasActions={changes !== null}
          stacks
        >
          {databases.map((database) => (
            <tr key={database.id} data-dimmed>
              <th scope="row">{database.name}</th>
              <td data-label="Size">{byteText(database.sizeBytes)}</td>
              <td data-label="Deleted">
                <Moment at={database.deletedAt} />
              </td>
              <td data-label="Can be restored until">
                <Moment at={database.restorableUntil} form="exact" />
              </td>
              {changes && (
                <td data-actions>
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    <Button
                      variant="default"
                      size="compact-sm"
                      loading={isWorking}
                      aria-label={`Restore ${database.name}`}
                      onClick={() => returning.ask(database)}
                    >
                      Restore
                    </Button>
                    <RowMenu
                      label={`Actions for ${database.name}`}
                      actions={[
                        {
                          label: "Delete permanently",
                          icon: IconTrash,
                          isDestructive: true,
                          onSelect: () => dropped.ask(database),
                        },
                      ]}
                    />
                  </Group>
                </td>
              )}
            </tr>
          ))}
        </Listing>
      </section>
      {changes && (
        <>
          <Dialog opened={returning.isAsking} onClose={returning.close} title={changes.form.title}>
            {returning.asked && (
              <FieldForm
                form={filledForm(changes.form, returning.asked)}
                action={changes.bringBack.bind(null, returning.asked.id)}
                close={returning.close}
                onDone={returning.close}
              />
            )}
          </Dialog>
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
    </KeepFocus>
  );
}
