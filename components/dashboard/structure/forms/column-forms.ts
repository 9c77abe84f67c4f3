import type { StructureColumn, TableStructure } from "@/lib/sql/structure/resource";
import { type ColumnDraft, columnComment, columnFault, REFERENCE_ACTIONS, type ReferenceAction } from "../sql/columns";
import { expressionFault, typeFault } from "../sql/expressions";
import { nameFault } from "../sql/names";
import * as sql from "../sql/tables";
import { type FormField, firstFault, isChecked, type SqlForm, textOf, type Values } from "./form";
import { readTableName } from "./table-name";

const namesOf = (table: TableStructure) => table.columns.map(({ name }) => name);

const expression = (value: string, label = "Default"): FormField => ({
  kind: "expression",
  name: "default",
  label,
  value,
  placeholder: "now(), 0, 'text'",
});

export function addColumnForm(table: TableStructure): SqlForm {
  return {
    title: "Add column",
    run: "Add column",
    done: "Column added.",
    fields: [
      { kind: "text", name: "name", label: "Name", value: "" },
      { kind: "type", name: "type", label: "Type", value: "text" },
      { kind: "check", name: "nullable", label: "May be NULL", value: true },
      expression(""),
      { kind: "choice", name: "identity", label: "Counts up", value: "no", choices: ["no", "always", "by default"] },
      { kind: "check", name: "unique", label: "Unique", value: false },
      { kind: "table", name: "references", label: "References", value: "", placeholder: "no table" },
      {
        kind: "choice",
        name: "onDelete",
        label: "When that row is deleted",
        value: "NO ACTION",
        choices: REFERENCE_ACTIONS,
      },
      { kind: "text", name: "comment", label: "Comment", value: "" },
    ],
    write: (values) => {
      const draft = draftOf(values);
      return columnFault(draft, namesOf(table)) ?? sql.addColumn(table, draft);
    },
  };
}

function draftOf(values: Values): ColumnDraft {
  const identity = textOf(values, "identity");
  const target = readTableName(textOf(values, "references"));
  const onDelete = textOf(values, "onDelete") as ReferenceAction;
  return {
    name: String(values.name ?? ""),
    type: textOf(values, "type"),
    isNullable: isChecked(values, "nullable"),
    isKey: false,
    isUnique: isChecked(values, "unique"),
    identity: identity === "always" || identity === "by default" ? identity : "",
    default: textOf(values, "default"),
    references: target && { table: target, columns: [], onDelete, onUpdate: "NO ACTION" },
    comment: textOf(values, "comment"),
  };
}

export function renameColumnForm(table: TableStructure, { name }: StructureColumn): SqlForm {
  const taken = namesOf(table).filter((other) => other !== name);
  return {
    title: `Rename ${name}`,
    run: "Rename column",
    done: "Column renamed.",
    text: "Views and keys follow. Programs that use the old name fail from then on.",
    fields: [{ kind: "text", name: "name", label: "New name", value: name }],
    write: (values) => {
      const to = String(values.name ?? "");
      const message = to === name ? "Enter another name." : nameFault(to, taken);
      return firstFault(["name", message]) ?? sql.renameColumn(table, name, to);
    },
  };
}

export function retypeColumnForm(table: TableStructure, { name, type }: StructureColumn): SqlForm {
  return {
    title: `Change the type of ${name}`,
    run: "Change type",
    done: "Type changed.",
    text: "PostgreSQL converts every value, and may write the whole table anew, while nothing else can use it.",
    fields: [
      { kind: "type", name: "type", label: "Type", value: type },
      {
        kind: "expression",
        name: "using",
        label: "Convert with",
        description: "Only where PostgreSQL can't convert the values by itself.",
        value: "",
        placeholder: "column::integer",
      },
    ],
    write: (values) => {
      const [to, using] = [textOf(values, "type"), textOf(values, "using")];
      const same = to === type && using === "" ? "Choose another type." : null;
      const wrong = firstFault(
        ["type", typeFault(to) ?? same],
        ["using", using === "" ? null : expressionFault(using)],
      );
      return wrong ?? sql.retypeColumn(table, name, to, using);
    },
  };
}

export function defaultForm(table: TableStructure, column: StructureColumn): SqlForm {
  return {
    title: `Default of ${column.name}`,
    run: "Set default",
    done: "Default changed.",
    text: "It's for rows that are added from now on. Leave it empty to remove it.",
    fields: [expression(column.expression ?? "")],
    write: (values) => {
      const to = textOf(values, "default");
      const message = to === (column.expression ?? "") ? "This is the default already." : null;
      const wrong = firstFault(["default", message ?? (to === "" ? null : expressionFault(to))]);
      return wrong ?? sql.setDefault(table, column.name, to);
    },
  };
}

export function nullableForm(table: TableStructure, { name, isNullable }: StructureColumn): SqlForm {
  return {
    title: isNullable ? `Require a value for ${name}` : `Allow NULL for ${name}`,
    run: isNullable ? "Set NOT NULL" : "Allow NULL",
    done: isNullable ? "NULL is no longer allowed." : "NULL is allowed.",
    ...(isNullable && { text: "PostgreSQL checks every row, and refuses while one has NULL there." }),
    fields: [],
    write: () => sql.setNullable(table, name, !isNullable),
  };
}

export function columnCommentForm(table: TableStructure, { name, comment }: StructureColumn): SqlForm {
  return {
    title: `Comment on ${name}`,
    run: "Save comment",
    done: "Comment saved.",
    fields: [{ kind: "text", name: "comment", label: "Comment", value: comment ?? "" }],
    write: (values) => columnComment(table, name, textOf(values, "comment")),
  };
}

export function dropColumnForm(table: TableStructure, { name }: StructureColumn): SqlForm {
  return {
    title: `Drop ${name}`,
    run: "Drop column",
    done: "Column dropped.",
    text: "Its values, indexes and constraints go with it. The other columns stay.",
    fields: [],
    drops: { kind: "column", name },
    write: (values) => sql.dropColumn(table, name, isChecked(values, "cascade")),
  };
}
