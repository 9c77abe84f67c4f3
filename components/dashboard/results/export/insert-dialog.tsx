"use client";

import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { renumbered } from "@/components/ui/distinct-names";
import { readTable } from "./table-name";

export type Way = "copy" | "download";

interface Props {
  way: Way;
  /** The statement that the rows came from, whose first table is suggested. */
  statement: string;
  /** The names of the result's columns. */
  columns: readonly string[];
  close: () => void;
  confirm: (table: string) => void;
}

/** Asks for the table that INSERT statements name. */
export function InsertDialog({ way, statement, columns, close, confirm }: Props) {
  const [table, setTable] = useState(() => readTable(statement));
  const renamed = renumbered(columns);
  const title = way === "copy" ? "Copy as INSERT" : "Download as INSERT";
  return (
    <Dialog opened onClose={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (table.trim() !== "") confirm(table);
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Table"
            description="As in SQL, such as orders or sales.orders."
            value={table}
            onChange={(event) => setTable(event.currentTarget.value)}
            data-autofocus
            required
          />
          {renamed.length > 0 && (
            <Text size="sm" role="note">
              The result has repeated names. The statements write {renamed.join(", ")} for them: change these to columns
              of the table.
            </Text>
          )}
          <DialogButtons close={close}>
            <Button type="submit">{way === "copy" ? "Copy" : "Download"}</Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
