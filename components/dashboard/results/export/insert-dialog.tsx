"use client";

import { Text } from "@mantine/core";
import { renumbered } from "@/components/ui/distinct-names";
import type { FormAction } from "@/components/ui/form-action";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { textField } from "@/components/ui/forms/text-field";
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

const TABLE = textField({ name: "table", label: "Table", note: "As in SQL, such as orders or sales.orders." });

/** Asks for the table that INSERT statements name. */
export function InsertDialog({ way, statement, columns, close, confirm }: Props) {
  const renamed = renumbered(columns);
  const form = {
    title: way === "copy" ? "Copy as INSERT" : "Download as INSERT",
    submit: way === "copy" ? "Copy" : "Download",
    fields: [{ ...TABLE, value: readTable(statement) }],
  };
  const take: FormAction = async (_, sent) => {
    const table = String(sent.get("table"));
    if (table.trim() !== "") confirm(table);
    return { isDone: true, value: null };
  };
  return (
    <FormDialog
      form={form}
      action={take}
      isOpen
      close={close}
      last={
        renamed.length > 0 && (
          <Text size="sm" role="note">
            The result has repeated names. The statements write {renamed.join(", ")} for them: change these to columns
            of the table.
          </Text>
        )
      }
    />
  );
}
