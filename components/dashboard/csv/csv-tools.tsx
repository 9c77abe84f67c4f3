"use client";

import { Group } from "@mantine/core";
import type { TableShape } from "@/lib/sql/tables/resource";
import type { Outcome } from "@/lib/web/resource";
import type { RowView } from "../tables/row-address";
import { ExportMenu } from "./export-menu";
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
