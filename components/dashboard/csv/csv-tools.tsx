"use client";

import { Button, Group, Menu, MenuDivider, MenuDropdown, MenuItem, MenuLabel, MenuTarget } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import narrow from "@/components/ui/icon-on-phones.module.css";
import type { TableShape } from "@/lib/sql/tables/resource";
import type { Outcome } from "@/lib/web/resource";
import type { RowView } from "../addresses/row-address";
import { ImportCsv } from "./import-csv";

interface Props {
  base: string;
  view: RowView;
  shape: TableShape;
  canWrite: boolean;
  undoChange: (changeId: string) => Promise<Outcome>;
}

/** Rows into and out of a table as files. */
export function CsvTools({ base, view, shape, canWrite, undoChange }: Props) {
  const isTable = shape.kind === "table" || shape.kind === "partitioned table";
  return (
    <Group gap="xs">
      {canWrite && isTable && <ImportCsv base={base} shape={shape} undoChange={undoChange} />}
      <ExportMenu base={base} view={view} />
    </Group>
  );
}

interface ExportMenuProps {
  /** The address of the database's tables. */
  base: string;
  view: RowView;
}

/** Downloads all rows of the view, with its filters and its order. The browser shows how far a download is. */
function ExportMenu({ base, view: { schema, name, sort = [], filters = [] } }: ExportMenuProps) {
  const address = (options: object) =>
    `${base}/export?${new URLSearchParams({ options: JSON.stringify({ schema, name, sort, filters, ...options }) })}`;
  const item = (label: string, options: object) => (
    <MenuItem component="a" href={address(options)} download>
      {label}
    </MenuItem>
  );
  return (
    <Menu position="bottom-end" width={250}>
      <MenuTarget>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <span className={narrow.label}>Export</span>
        </Button>
      </MenuTarget>
      <MenuDropdown>
        <MenuLabel>{filters.length > 0 ? "All rows that match the filter" : "All rows"}</MenuLabel>
        {item("CSV", { format: "csv" })}
        {item("CSV for Excel", { format: "csv", delimiter: ";", hasByteOrderMark: true })}
        {item("CSV with NULL as text", { format: "csv", nullText: "NULL" })}
        {item("CSV without header", { format: "csv", hasHeader: false })}
        <MenuDivider />
        {item("TSV", { format: "tsv" })}
        {item("NDJSON", { format: "ndjson" })}
      </MenuDropdown>
    </Menu>
  );
}
