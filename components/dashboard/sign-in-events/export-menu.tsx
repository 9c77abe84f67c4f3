"use client";

import { IconDownload } from "@tabler/icons-react";
import { RowMenu } from "@/components/ui/row-menu";

/** The menu of the page, which exports the events of the list. */
export function ExportMenu({ address, query }: { address: string; query: Readonly<Record<string, string>> }) {
  return (
    <RowMenu
      label="Export"
      actions={(["csv", "ndjson"] as const).map((format) => ({
        label: `Export ${format.toUpperCase()}`,
        icon: IconDownload,
        href: `${address}/export?${new URLSearchParams({ ...query, format })}`,
      }))}
    />
  );
}
