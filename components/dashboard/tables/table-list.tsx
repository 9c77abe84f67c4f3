"use client";

import { TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useRef, useState } from "react";
import { countText } from "@/components/ui/figure-text";
import { LinkAnchor } from "@/components/ui/link";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { byteText } from "@/lib/core/byte-text";
import type { ListedTable } from "@/lib/sql/tables/resource";
import { rowAddress } from "./row-address";
import classes from "./table-list.module.css";

interface Props {
  /** The address of the page of tables. */
  base: string;
  tables: readonly ListedTable[];
}

/** Lists tables and views by name, with a field that filters them. */
export function TableList({ base, tables }: Props) {
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => field.current?.focus()]]);
  const wanted = useDeferredValue(search).trim().toLowerCase();
  const shown = tables.filter((table) => textOf(table).includes(wanted));
  const total = countText(tables.length, "table");
  // Columns that say the same in every row are left out.
  const has = {
    schema: new Set(tables.map(({ schema }) => schema)).size > 1,
    kind: tables.some(({ kind }) => kind !== "table"),
    comment: tables.some(({ comment }) => comment !== null),
    analysis: tables.some(({ analyzedAt }) => analyzedAt !== null),
  };
  const columns = [
    "Name",
    ...(has.schema ? ["Schema"] : []),
    ...(has.kind ? ["Kind"] : []),
    { name: "Rows, estimated", isFigure: true },
    { name: "Size", isFigure: true },
    ...(has.comment ? ["Comment"] : []),
    ...(has.analysis ? ["Last analyzed"] : []),
  ];
  return (
    <>
      <ListToolbar
        search={
          <TextInput
            ref={field}
            type="search"
            size="xs"
            aria-label="Find a table"
            placeholder="Find a table"
            title="Find a table (/)"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        }
        count={wanted === "" ? total : shown.length === 0 ? "No matching tables." : `${shown.length} of ${total}`}
      />
      {shown.length > 0 && (
        <Listing label="Tables" minWidth={640} columns={columns} stacks hasActions={false}>
          {shown.map((table) => (
            <Row key={JSON.stringify([table.schema, table.name])} base={base} table={table} has={has} />
          ))}
        </Listing>
      )}
    </>
  );
}

function textOf({ schema, name, comment }: ListedTable): string {
  return `${schema}.${name} ${comment ?? ""}`.toLowerCase();
}

interface RowProps {
  base: string;
  table: ListedTable;
  has: { schema: boolean; kind: boolean; comment: boolean; analysis: boolean };
}

function Row({ base, table, has }: RowProps) {
  const { schema, name, kind, estimatedRows, bytes, comment, analyzedAt } = table;
  const isView = kind === "view";
  return (
    <tr className={classes.row}>
      <th scope="row">
        <LinkAnchor href={rowAddress(base, { schema, name })} className={classes.name}>
          <bdi>{name}</bdi>
        </LinkAnchor>
      </th>
      {has.schema && (
        <td data-note>
          <bdi>{schema}</bdi>
        </td>
      )}
      {has.kind && <td data-note>{kind}</td>}
      <td data-figure data-label="Rows">
        {isView ? (
          ""
        ) : estimatedRows === null ? (
          <span className={classes.unknown}>not yet</span>
        ) : (
          `≈ ${Math.round(estimatedRows).toLocaleString("en")}`
        )}
      </td>
      <td data-figure data-label="Size">
        {isView ? "" : byteText(bytes)}
      </td>
      {has.comment && (
        <td className={classes.comment} title={comment ?? undefined}>
          <bdi>{comment}</bdi>
        </td>
      )}
      {has.analysis && (
        <td data-note data-label="Analyzed">
          {isView ? "" : analyzedAt === null ? "never" : <Moment at={analyzedAt} />}
        </td>
      )}
    </tr>
  );
}
