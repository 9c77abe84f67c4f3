"use client";

import { useEffect, useState } from "react";
import { SchemaSource } from "../schema-tree/schema-source";
import { writeTableName } from "./forms/table-name";
import { quoteTable } from "./sql/names";

const COMMON = [
  ...["text", "bigint", "integer", "smallint", "boolean", "uuid", "timestamp with time zone", "date", "time"],
  ...["numeric", "numeric(10,2)", "double precision", "real", "jsonb", "json", "varchar(255)", "bytea", "text[]"],
  ...["integer[]", "interval", "inet", "cidr", "timestamp", "tstzrange", "daterange", "int4range", "tsvector", "xml"],
];

/** Returns the types and tables that fields offer: those of PostgreSQL at once, those of the database once they are read. */
export function useKnownNames(editor: string): { types: readonly string[]; tables: readonly string[] } {
  const [known, setKnown] = useState<{ types: readonly string[]; tables: readonly string[] }>({
    types: COMMON,
    tables: [],
  });
  useEffect(() => {
    let isHere = true;
    new SchemaSource(editor).names().then(
      ({ schemas }) => {
        if (!isHere) return;
        const own = schemas.flatMap(({ name: schema, types }) => types.map((name) => quoteTable({ schema, name })));
        const tables = schemas.flatMap(({ name: schema, tables: all }) =>
          all.map(({ name }) => writeTableName({ schema, name })),
        );
        setKnown({ types: [...new Set([...own, ...COMMON])], tables: [...new Set(tables)] });
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [editor]);
  return known;
}
