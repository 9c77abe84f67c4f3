import type { ReactNode } from "react";
import { estimateText } from "@/components/ui/figure-text";
import { LinkAnchor } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { byteText } from "@/lib/core/byte-text";
import type { TableStructure } from "@/lib/sql/structure/resource";
import { tableAddress } from "../addresses/table-address";
import { writeTableName } from "./forms/table-name";
import classes from "./structure.module.css";

/** The facts about a table beside its parts. `base` is the address of the page of tables. */
export function StructureFacts({ table, base }: { table: TableStructure; base: string }) {
  const { sizes, kind, estimatedRows, vacuumedAt, analyzedAt, referencedBy, parents, partitions } = table;
  const isStored = kind !== "view" && kind !== "foreign table";
  const links = (tables: readonly { schema: string; name: string }[]) =>
    tables.map((each) => (
      <div key={JSON.stringify([each.schema, each.name])}>
        <LinkAnchor href={tableAddress(base, "structure", each)} fz="inherit">
          {writeTableName(each)}
        </LinkAnchor>
      </div>
    ));
  const referencing = [...new Map(referencedBy.map(({ table: each }) => [JSON.stringify(each), each])).values()];
  const facts: [name: string, value: ReactNode][] = [
    ["Kind", table.isUnlogged ? `unlogged ${kind}` : kind],
    ["Comment", table.comment],
    ["Owner", table.owner],
    ["Rows", isStored && estimatedRows !== null && estimateText(estimatedRows)],
    [
      "Size",
      isStored &&
        `${byteText(sizes.total)}: ${byteText(sizes.table)} rows, ${byteText(sizes.indexes)} indexes, ${byteText(sizes.toast)} long values`,
    ],
    ["Vacuumed", vacuumedAt && <Moment at={vacuumedAt} />],
    ["Analyzed", analyzedAt && <Moment at={analyzedAt} />],
    ["Referenced by", referencing.length > 0 && links(referencing)],
    [
      table.parents.some(({ bound }) => bound !== null) ? "Partition of" : "Inherits from",
      parents.length > 0 && links(parents),
    ],
    ["Partitioned by", table.partitionKey],
    ["Partitions and heirs", partitions.length > 0 && links(partitions)],
  ];
  return (
    <dl className={classes.facts} aria-label="Facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
