import type { StructureConstraint, StructureIndex, TableStructure } from "@/lib/sql/structure/resource";
import { REFERENCE_ACTIONS, type ReferenceAction } from "../sql/columns";
import { expressionFault } from "../sql/expressions";
import { nameFault } from "../sql/names";
import * as parts from "../sql/parts";
import { firstFault, isChecked, listOf, type SqlForm, textOf, type Values } from "./form";
import { readTableName } from "./table-name";

const namesOf = (table: TableStructure) => table.columns.map(({ name }) => name);
const optional = (name: string, taken: readonly string[]) => (name === "" ? null : nameFault(name, taken));
const condition = (text: string) => (text === "" ? null : expressionFault(text));
const needed = (list: readonly unknown[]) => (list.length === 0 ? "Choose a column." : null);

export function createIndexForm(table: TableStructure): SqlForm {
  const choices = namesOf(table);
  const taken = table.indexes.map(({ name }) => name);
  return {
    title: "Create index",
    run: "Create index",
    done: "Index created.",
    fields: [
      { kind: "keys", name: "keys", label: "Columns and expressions", value: [], choices },
      { kind: "choice", name: "method", label: "Method", value: "btree", choices: parts.INDEX_METHODS },
      { kind: "check", name: "unique", label: "Unique", value: false },
      { kind: "expression", name: "where", label: "Only rows where", value: "", placeholder: "deleted_at IS NULL" },
      { kind: "text", name: "name", label: "Name", value: "", placeholder: "chosen by PostgreSQL" },
      {
        kind: "check",
        name: "concurrently",
        label: "Concurrently",
        description:
          "The table can be written to meanwhile. It takes longer, and must end within the time of a statement.",
        value: false,
      },
    ],
    write: (values) => writeIndex(table, values, taken),
  };
}

function writeIndex(table: TableStructure, values: Values, taken: readonly string[]) {
  const keys = (values.keys ?? []) as readonly parts.IndexKey[];
  const method = textOf(values, "method") as parts.IndexMethod;
  const [name, where] = [textOf(values, "name"), textOf(values, "where")];
  const wrongKey = keys.map((key) => (key.isExpression ? expressionFault(key.text) : null)).find(Boolean) ?? null;
  const isUnique = isChecked(values, "unique");
  const cantBeUnique = isUnique && method !== "btree" ? "Only an index of the method btree can be unique." : null;
  const isConcurrent = isChecked(values, "concurrently");
  return (
    firstFault(
      ["keys", needed(keys) ?? wrongKey],
      ["unique", cantBeUnique],
      ["where", condition(where)],
      ["name", optional(name, taken)],
    ) ?? parts.createIndex(table, { name, method, keys, isUnique, condition: where, isConcurrent })
  );
}

export function dropIndexForm(table: TableStructure, { name }: StructureIndex): SqlForm {
  return {
    title: `Drop ${name}`,
    run: "Drop index",
    done: "Index dropped.",
    text: "No rows are lost. Queries that used it may become slow.",
    fields: [],
    drops: { kind: "index", name },
    write: (values) => parts.dropIndex(table.schema, name, isChecked(values, "cascade")),
  };
}

const NAME = { kind: "text", name: "name", label: "Name", value: "", placeholder: "chosen by PostgreSQL" } as const;
const constraintNames = (table: TableStructure) => table.constraints.map(({ name }) => name);

export function addCheckForm(table: TableStructure): SqlForm {
  return {
    title: "Add check",
    run: "Add check",
    done: "Check added.",
    text: "PostgreSQL checks every row, and refuses while one doesn't meet it.",
    fields: [{ kind: "expression", name: "expression", label: "Condition", value: "", placeholder: "price > 0" }, NAME],
    write: (values) => {
      const [name, expression] = [textOf(values, "name"), textOf(values, "expression")];
      const wrong = firstFault(
        ["expression", expressionFault(expression)],
        ["name", optional(name, constraintNames(table))],
      );
      return wrong ?? parts.addConstraint(table, { name, kind: "check", expression });
    },
  };
}

const NUMBERED = {
  kind: "text",
  name: "numbered",
  label: "Or a new column that numbers the rows",
  value: "",
  placeholder: "id",
} as const;

export function addKeyForm(table: TableStructure, kind: "unique" | "primary key"): SqlForm {
  const words = kind === "unique" ? "unique constraint" : "primary key";
  return {
    title: `Add ${words}`,
    run: `Add ${words}`,
    done: kind === "unique" ? "Unique constraint added." : "Primary key added.",
    fields: [
      { kind: "columns", name: "columns", label: "Columns", value: [], choices: namesOf(table) },
      ...(kind === "primary key" ? [NUMBERED] : []),
      NAME,
    ],
    write: (values) => {
      const [name, columns, numbered] = [textOf(values, "name"), listOf(values, "columns"), textOf(values, "numbered")];
      const isNumbered = columns.length === 0 && numbered !== "";
      const wrong = firstFault(
        ["columns", isNumbered ? null : needed(columns)],
        ["numbered", isNumbered ? nameFault(numbered, namesOf(table)) : null],
        ["name", optional(name, constraintNames(table))],
      );
      return (
        wrong ??
        (isNumbered
          ? parts.addNumberedKey(table, { name, column: numbered })
          : parts.addConstraint(table, { name, kind, columns }))
      );
    },
  };
}

export function addForeignKeyForm(table: TableStructure): SqlForm {
  return {
    title: "Add foreign key",
    run: "Add foreign key",
    done: "Foreign key added.",
    text: "PostgreSQL checks every row, and refuses while one references nothing.",
    fields: [
      { kind: "columns", name: "columns", label: "Columns", value: [], choices: namesOf(table) },
      { kind: "table", name: "target", label: "References", value: "", placeholder: "table" },
      { kind: "text", name: "targetColumns", label: "Columns there", value: "", placeholder: "its primary key" },
      {
        kind: "choice",
        name: "onDelete",
        label: "When that row is deleted",
        value: "NO ACTION",
        choices: REFERENCE_ACTIONS,
      },
      {
        kind: "choice",
        name: "onUpdate",
        label: "When its key changes",
        value: "NO ACTION",
        choices: REFERENCE_ACTIONS,
      },
      NAME,
    ],
    write: (values) => {
      const [name, columns] = [textOf(values, "name"), listOf(values, "columns")];
      const target = readTableName(textOf(values, "target"));
      const there = textOf(values, "targetColumns")
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean);
      const count = there.length > 0 && there.length !== columns.length ? "Name as many columns as above." : null;
      const wrong = firstFault(
        ["columns", needed(columns)],
        ["target", target ? null : "Choose a table."],
        ["targetColumns", count],
        ["name", optional(name, constraintNames(table))],
      );
      if (wrong || !target) return wrong ?? "";
      const onDelete = textOf(values, "onDelete") as ReferenceAction;
      const onUpdate = textOf(values, "onUpdate") as ReferenceAction;
      return parts.addConstraint(table, {
        name,
        kind: "foreign key",
        columns,
        target: { table: target, columns: there, onDelete, onUpdate },
      });
    },
  };
}

export function dropConstraintForm(table: TableStructure, { name, kind }: StructureConstraint): SqlForm {
  return {
    title: `Drop ${name}`,
    run: "Drop constraint",
    done: "Constraint dropped.",
    text: `No rows are lost. The ${kind === "check" ? "check" : kind} no longer holds for rows that change.`,
    fields: [],
    drops: { kind: "constraint", name },
    write: (values) => parts.dropConstraint(table, name, isChecked(values, "cascade")),
  };
}
