import { expect, it } from "vitest";
import { importText, readImportText } from "@/lib/sql/csv/import-text";

it.each([
  { schema: "public", name: "items", fileName: "items.csv" },
  { schema: 'my "own"', name: "a.b -- c", fileName: "two  words (1).csv" },
])("DA-L12: the history tells the file and the table of an import: %j", (imported) => {
  const fileName = imported.fileName.replace(/\s+/g, " ");
  expect(readImportText(importText(imported))).toEqual({ ...imported, fileName });
});

it.each(["select 1", 'COPY "public"."items" TO STDOUT', "copy items from stdin"])(
  "DA-L12: another statement is no import: %s",
  (text) => {
    expect(readImportText(text)).toBeNull();
  },
);
