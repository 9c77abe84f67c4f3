"use client";

import { useSearchParams } from "next/navigation";
import { SchemaTree } from "../schema-tree/schema-tree";
import { useSchema } from "../schema-tree/use-schema";

interface Props {
  databaseId: string;
  /** The address of the database. */
  home: string;
}

/** The tree of tables, in which a click opens a table's rows. */
export function TableTree({ databaseId, home }: Props) {
  const search = useSearchParams();
  const source = useSchema(`${home}/sql`);
  const [schema, name] = [search.get("schema"), search.get("table")];
  return (
    <SchemaTree
      databaseId={databaseId}
      tables={`${home}/tables`}
      source={source}
      current={schema !== null && name !== null ? { schema, name } : undefined}
      opensOnClick
    />
  );
}
