"use client";

import { IconChevronRight, IconEye, IconKey, IconLink, IconTable } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./schema-tree.module.css";
import { shortTypeName } from "./sql-name";
import type { TreeRow } from "./tree-rows";

/** The kinds of tables, so short that the name beside them has its place. */
const SHORT_KINDS: Readonly<Record<string, string>> = {
  "partitioned table": "part.",
  "materialized view": "mat. view",
  "foreign table": "foreign",
};

/** The content of a line of the tree: chevron or icon, name, and the type of a column. */
export function TreeLine({ row }: { row: TreeRow }) {
  if (row.kind === "column") {
    const { typeName, key } = row.column;
    return (
      <>
        <span className={classes.icon}>{key !== null && <KeyMark kind={key} />}</span>
        <Name>{row.name}</Name>
        <span className={classes.type} title={typeName}>
          {shortTypeName(typeName)}
        </span>
      </>
    );
  }
  if (row.kind === "partition") {
    return (
      <>
        <span className={classes.icon}>
          <TableMark kind="table" />
        </span>
        <Name>{row.name}</Name>
      </>
    );
  }
  return (
    <>
      <span className={classes.icon} data-chevron>
        <IconChevronRight size={14} className={classes.chevron} data-open={row.isOpen || undefined} aria-hidden />
      </span>
      {row.kind === "table" && <TableMark kind={row.table.kind} />}
      <Name>{row.name}</Name>
      {row.kind === "table" && row.table.kind !== "table" && (
        <span className={classes.type} title={row.table.kind}>
          {SHORT_KINDS[row.table.kind] ?? row.table.kind}
        </span>
      )}
    </>
  );
}

function Name({ children }: { children: ReactNode }) {
  return (
    <bdi className={classes.name} title={typeof children === "string" ? children : undefined}>
      {children}
    </bdi>
  );
}

function TableMark({ kind }: { kind: string }) {
  const Icon = kind.endsWith("view") ? IconEye : IconTable;
  return <Icon size={14} stroke={1.6} className={classes.mark} aria-hidden />;
}

function KeyMark({ kind }: { kind: "primary" | "foreign" }) {
  const Icon = kind === "primary" ? IconKey : IconLink;
  return (
    <Icon size={13} stroke={1.6} className={classes.mark} role="img" aria-label={`${kind} key`}>
      <title>{kind === "primary" ? "Primary key" : "Foreign key"}</title>
    </Icon>
  );
}
