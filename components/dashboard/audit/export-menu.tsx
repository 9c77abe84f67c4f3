"use client";

import { IconDownload } from "@tabler/icons-react";
import { showRefusal } from "@/components/ui/announce";
import { RowMenu } from "@/components/ui/row-menu";
import { saveFile } from "@/components/ui/save-file";
import type { Outcome } from "@/lib/web/resource";

const TYPES = { csv: "text/csv", json: "application/json" } as const;
type Format = keyof typeof TYPES;

interface Props {
  /** The filter of the list, which the export has too. */
  filter: Readonly<Record<string, unknown>>;
  exportAs: (format: Format, filter: Readonly<Record<string, unknown>>) => Promise<Outcome<string>>;
}

/** The menu of the page, which exports the entries of the list. */
export function ExportMenu({ filter, exportAs }: Props) {
  const download = async (format: Format) => {
    const outcome = await exportAs(format, filter);
    if (outcome.isDone) saveFile(`audit-log.${format}`, TYPES[format], outcome.value);
    else showRefusal(outcome.message);
  };
  return (
    <RowMenu
      label="Export"
      actions={(["csv", "json"] as const).map((format) => ({
        label: `Export ${format.toUpperCase()}`,
        icon: IconDownload,
        onSelect: () => void download(format),
      }))}
    />
  );
}
