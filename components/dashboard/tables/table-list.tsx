"use client";

import { TextInput, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconChevronRight, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useDeferredValue, useRef, useState } from "react";
import { countText, estimateText } from "@/components/ui/figure-text";
import { Listing } from "@/components/ui/listing";
import { ListToolbar } from "@/components/ui/lists/list-toolbar";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import rowName from "@/components/ui/row-name.module.css";
import { byteText } from "@/lib/core/byte-text";
import type { ListedTable } from "@/lib/sql/tables/resource";
import { rowAddress } from "../addresses/row-address";
import { listedRows, rootsOf, type TellingColumns, tellingColumns } from "./listed-rows";
import classes from "./table-list.module.css";

interface Props {
  /** The address of the page of tables. */
  base: string;
  tables: readonly ListedTable[];
}

/** Lists tables and views by name, with a field that filters them. Partitions are below their table, once it is unfolded. */
export function TableList({ base, tables }: Props) {
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => field.current?.focus()]]);
  const wanted = useDeferredValue(search);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const roots = rootsOf(tables);
  const shown = listedRows(tables, { search: wanted, unfolded });
  const has = tellingColumns(tables);
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
        count={wanted.trim() === "" ? countText(roots.length, "table") : foundText(shown.length, tables.length)}
      />
      {shown.length > 0 && (
        <Listing label="Tables" minWidth={640} columns={columns} stacks hasActions={false}>
          {shown.map(({ id, table, partitions }) => (
            <Row key={id} base={base} table={table} has={has}>
              {partitions > 0 && (
                <Partitions
                  count={partitions}
                  isUnfolded={unfolded.has(id)}
                  toggle={() => setUnfolded(toggled(unfolded, id))}
                />
              )}
            </Row>
          ))}
        </Listing>
      )}
    </>
  );
}

function foundText(found: number, all: number): string {
  return found === 0 ? "No matching tables." : `${found} of ${countText(all, "table")}`;
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set(keys.has(key) ? [...keys].filter((each) => each !== key) : [...keys, key]);
}

interface RowProps {
  base: string;
  table: ListedTable;
  has: TellingColumns;
  /** The content after the name. */
  children: ReactNode;
}

function Row({ base, table, has, children }: RowProps) {
  const { schema, name, kind, partitionOf, estimatedRows, bytes, comment, analyzedAt } = table;
  const isView = kind === "view";
  return (
    <tr className={classes.row} data-partition={partitionOf !== null || undefined}>
      <th scope="row">
        <div className={rowName.name}>
          <PageLink href={rowAddress(base, { schema, name })} className={classes.name}>
            {partitionOf !== null && <span className="visually-hidden">Partition of {partitionOf.name}: </span>}
            <bdi>{name}</bdi>
            <PendingLink />
          </PageLink>
          {children}
        </div>
      </th>
      {has.schema && (
        <td data-note>
          <bdi>{schema}</bdi>
        </td>
      )}
      {has.kind && <td data-note>{partitionOf === null ? kind : "partition"}</td>}
      <td data-figure data-label="Rows">
        {isView ? "" : <span data-note={estimatedRows === null || undefined}>{estimateText(estimatedRows)}</span>}
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

interface PartitionsProps {
  count: number;
  isUnfolded: boolean;
  toggle: () => void;
}

function Partitions({ count, isUnfolded, toggle }: PartitionsProps) {
  return (
    <UnstyledButton className={classes.partitions} aria-expanded={isUnfolded} onClick={toggle}>
      <IconChevronRight size={14} aria-hidden />
      {countText(count, "partition")}
    </UnstyledButton>
  );
}
