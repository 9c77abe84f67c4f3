"use client";

import { Button, Skeleton, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { BrowserMemory } from "@/components/ui/browser-memory";
import { rowAddress } from "../addresses/row-address";
import { Nodes } from "./nodes";
import type { TreeActions } from "./row-menu";
import type { SchemaSource } from "./schema-source";
import classes from "./schema-tree.module.css";
import { schemaId, treeRows } from "./tree-rows";
import { useKnownSchemas } from "./use-schema";

export interface SchemaTreeProps extends Omit<TreeActions, "open"> {
  databaseId: string;
  /** The address of the page of tables, below which a table's rows are. */
  tables: string;
  source: SchemaSource;
  /** The table that the page shows. */
  current?: { schema: string; name: string } | undefined;
  /** Whether a click on a table opens its rows instead of unfolding it, as on the pages of tables. */
  opensOnClick?: boolean;
}

/** The schemas, tables and columns of a database as a tree, with a field that filters it. It fills its container. */
export function SchemaTree({
  databaseId,
  tables,
  source,
  current,
  opensOnClick = false,
  insert,
  query,
}: SchemaTreeProps) {
  const router = useRouter();
  const [search, setSearch] = useState("");
  const filter = useDeferredValue(search);
  const { schemas, isFailed } = useKnownSchemas(source);
  const nodes = useOpenNodes(databaseId, current ?? null);
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(schemas ?? [], nodes.open, filter), [schemas, nodes.open, filter]);
  const open = ({ schema, name }: { schema: string; name: string }) =>
    router.push(rowAddress(tables, { schema, name, filters: [] }) as Route);
  return (
    <div className={classes.whole}>
      <TextInput
        size="xs"
        type="search"
        aria-label="Filter tables and columns"
        placeholder="Filter"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") tree.current?.focus();
          else if (event.key === "Escape" && search !== "") setSearch("");
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className={classes.filter}
      />
      {rows.length > 0 && (
        <Nodes
          treeRef={tree}
          rows={rows}
          setOpen={nodes.set}
          current={current}
          opensOnClick={opensOnClick}
          open={open}
          insert={insert}
          query={query}
        />
      )}
      {schemas === null && !isFailed && <Waiting />}
      {schemas === null && isFailed && (
        <div className={classes.note}>
          <Text size="xs" c="dimmed" role="alert">
            Couldn't load the tables.
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => source.refresh()}>
            Try again
          </Button>
        </div>
      )}
      {schemas !== null && rows.length === 0 && (
        <Text size="xs" c="dimmed" className={classes.note} role="status">
          {search === "" ? "No tables yet. Create one with CREATE TABLE." : "No matching tables or columns."}
        </Text>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-hidden>
      {[60, 45, 70, 50].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  );
}

const FIRST = [schemaId("public")];

/** Returns the ids of the nodes that are open, as the browser remembers them. `current` is in view at first. */
function useOpenNodes(databaseId: string, current: { schema: string; name: string } | null) {
  const [memory] = useState(() => new BrowserMemory(`schema-tree:${databaseId}:`));
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const kept = new Set(readKept(memory.read("open")));
    return current ? kept.add(schemaId(current.schema)) : kept;
  });
  const set = (id: string, isOpen: boolean) => {
    setOpen(withOrWithout(open, id, isOpen));
    // Of the nodes that another window has opened or closed meanwhile, none changes.
    const kept = new Set(readKept(memory.read("open")));
    memory.write("open", JSON.stringify([...withOrWithout(kept, id, isOpen)]));
  };
  return { open, set };
}

function readKept(kept: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(kept ?? "null");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : FIRST;
  } catch {
    return FIRST;
  }
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  return new Set(isIn ? [...ids, id] : [...ids].filter((each) => each !== id));
}
