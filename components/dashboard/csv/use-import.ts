"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ImportMode } from "@/lib/sql/csv/resource";
import type { TableShape } from "@/lib/sql/tables/resource";
import { rowAddress } from "../addresses/row-address";
import { importFile } from "./import-file";
import {
  createTableText,
  type Dialect,
  detectDialect,
  guessKey,
  guessTypes,
  type Head,
  matchColumns,
  newNames,
  readHead,
} from "./read-head";
import type { ImportRefusal } from "./send-file";

export interface ImportProps {
  base: string;
  shape: TableShape | null;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  undo: (changeId: string) => void;
}

/** A chosen file, how it is read, and the targets of its columns. */
export interface Chosen {
  file: File;
  dialect: Dialect;
  head: Head;
  /** The table's column for each column of the file; for a new table, its name. */
  columns: readonly (string | null)[];
  /** The types of a new table's columns. */
  types: readonly string[];
  /** The primary key of a new table: the place of a column, a new column with numbers, or nothing. */
  key: number | "numbered" | null;
}

/** Returns the name of the column that numbers the rows of a new table. */
export function numberedName(columns: Chosen["columns"]): string {
  let name = "row_id";
  while (columns.includes(name)) name += "_";
  return name;
}

/** A larger file is not kept for undo row by row. */
const MAX_UNDOABLE_BYTES = 8 * 1024 ** 2;
const UNREADABLE = "The file can't be read as text in this encoding.";

export function useImport({ base, shape, setIsOpen, undo }: ImportProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [mode, setMode] = useState<ImportMode>("insert");
  const [name, setName] = useState("");
  const [schema, setSchema] = useState("public");
  const [refusal, setRefusal] = useState<ImportRefusal | null>(null);
  const refuse = (message: string) => setRefusal({ message, lines: [], restorePointReason: null });
  const read = async (file: File, dialect: Dialect) => {
    const head = await readHead(file, dialect);
    const columns = shape ? matchColumns(head, shape.columns, dialect.hasHeader) : newNames(head);
    const types = guessTypes(head, dialect.nullText);
    setChosen({ file, dialect, head, columns, types, key: guessKey(head, dialect.nullText, types) });
    setRefusal(null);
  };
  const choose = async (file: File | null) => {
    setRefusal(null);
    if (!file) return setChosen(null);
    if (shape === null) setName(newNameOf(file.name));
    await detectDialect(file)
      .then((dialect) => read(file, dialect))
      .catch(() => refuse(UNREADABLE));
  };
  const setDialect = (part: Partial<Dialect>) => {
    if (chosen) read(chosen.file, { ...chosen.dialect, ...part }).catch(() => refuse(UNREADABLE));
  };
  const target = shape ?? { schema, name };
  const createText = shape === null && chosen ? createTableText(target, newColumns(chosen)) : undefined;
  const keepReason =
    refusal?.restorePointReason ??
    shape?.restorePointReason ??
    (shape && chosen && chosen.file.size > MAX_UNDOABLE_BYTES ? "The file is too large to undo row by row." : null);
  const start = async () => {
    if (!chosen) return;
    setIsOpen(false);
    const result = await importFile({
      ...{ file: chosen.file, table: target.name, address: `${base}/import`, undo },
      href: rowAddress(base, { ...target, filters: [] }),
      history: base.replace(/tables$/, "history"),
      options: {
        ...{ schema: target.schema, name: target.name, createText, ...chosen.dialect },
        ...{ columns: chosen.columns, mode, fileName: chosen.file.name, mayKeepDatabase: keepReason !== null },
      },
    });
    if (result?.kind === "refused") {
      setRefusal(result.refusal);
      setIsOpen(true);
    }
    if (result?.kind !== "done") return;
    setChosen(null);
    setRefusal(null);
    router.refresh();
  };
  return {
    chosen,
    setChosen,
    choose,
    setDialect,
    mode,
    setMode,
    name,
    setName,
    schema,
    setSchema,
    refusal,
    keepReason,
    createText,
    start,
  };
}

function newColumns({ columns, types, key }: Chosen) {
  const own = columns.map((column, place) => ({
    name: column ?? "",
    type: types[place] ?? "text",
    isKey: key === place,
  }));
  const numbers = { name: numberedName(columns), type: "bigint GENERATED ALWAYS AS IDENTITY", isKey: true };
  return key === "numbered" ? [numbers, ...own] : own;
}

function newNameOf(fileName: string): string {
  const plain = fileName.replace(/\.[^.]*$/, "").toLowerCase();
  return (
    plain
      .replace(/[^\p{L}\p{N}]+/gu, "_")
      .replace(/^_|_$/g, "")
      .slice(0, 60) || "imported"
  );
}
