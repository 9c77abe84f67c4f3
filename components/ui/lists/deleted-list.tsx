"use client";

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Moment } from "@/components/ui/moment";
import { DataTable } from "./data-table";
import classes from "./deleted-list.module.css";

interface Deleted {
  id: string;
  name: string;
  deletedAt: string;
  restorableUntil: string;
}

interface Props<Row extends Deleted> {
  /** The name of the list, such as `Deleted databases`. */
  label: string;
  rows: readonly Row[];
  /** Returns the size of a row in words, where that is shown. */
  sizeOf?: (row: Row) => string;
  /** Restores a row; `null` for a member who may not. */
  restore: ((row: Row) => void) | null;
  isWorking: boolean;
  /** Returns the further actions of a row. */
  menuOf?: (row: Row) => ReactNode;
  /** The dialogs of these actions. */
  children?: ReactNode;
}

/** The things that were deleted, for as long as that can be taken back. */
export function DeletedList<Row extends Deleted>({ label, rows, sizeOf, restore, isWorking, ...rest }: Props<Row>) {
  const end = (row: Row) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        variant="default"
        size="compact-sm"
        loading={isWorking}
        aria-label={`Restore ${row.name}`}
        onClick={() => restore?.(row)}
      >
        Restore
      </Button>
      {rest.menuOf?.(row)}
    </Group>
  );
  return (
    <KeepFocus label={label}>
      <section aria-labelledby="deleted" className={classes.section}>
        <h2 id="deleted" className={classes.title}>
          Deleted
        </h2>
        <DataTable
          label={label}
          minWidth={520}
          rows={rows}
          isDimmed={() => true}
          columns={[
            { name: "Name", cell: ({ name }) => name },
            ...(sizeOf ? [{ name: "Size", cell: sizeOf }] : []),
            { name: "Deleted", cell: ({ deletedAt }) => <Moment at={deletedAt} /> },
            { name: "Can be restored until", cell: ({ restorableUntil: at }) => <Moment at={at} form="exact" /> },
          ]}
          {...(restore && { end })}
        />
      </section>
      {rest.children}
    </KeepFocus>
  );
}
