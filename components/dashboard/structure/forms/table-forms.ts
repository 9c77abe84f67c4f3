import type { TableStructure } from "@/lib/sql/structure/resource";
import { tableAddress } from "../../addresses/table-address";
import { nameFault } from "../sql/names";
import * as sql from "../sql/tables";
import { firstFault, isChecked, type SqlForm, textOf } from "./form";

/** `base` is the address of the page of tables. */
export function renameTableForm({ schema, name }: TableStructure, base: string): SqlForm {
  return {
    title: `Rename ${name}`,
    run: "Rename table",
    done: "Table renamed.",
    text: "Views and foreign keys follow. Programs that use the old name fail from then on.",
    fields: [{ kind: "text", name: "name", label: "New name", value: name }],
    write: (values) => {
      const to = String(values.name ?? "");
      const wrong = firstFault(["name", to === name ? "Enter another name." : nameFault(to)]);
      return wrong ?? sql.renameTable({ schema, name }, to);
    },
    goTo: (values) => tableAddress(base, "structure", { schema, name: String(values.name) }),
  };
}

export function tableCommentForm(table: TableStructure): SqlForm {
  return {
    title: `Comment on ${table.name}`,
    run: "Save comment",
    done: "Comment saved.",
    fields: [{ kind: "text", name: "comment", label: "Comment", value: table.comment ?? "" }],
    write: (values) => sql.commentOnTable(table, textOf(values, "comment")),
  };
}

export function dropTableForm(table: TableStructure, base: string): SqlForm {
  return {
    title: `Drop ${table.name}`,
    run: "Drop table",
    done: "Table dropped.",
    text: "Its rows, indexes, triggers and policies go with it.",
    fields: [],
    drops: null,
    write: (values) => sql.dropTable(table, isChecked(values, "cascade")),
    goTo: () => base,
  };
}
