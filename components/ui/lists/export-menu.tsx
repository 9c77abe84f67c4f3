"use client";

import { IconDownload } from "@tabler/icons-react";
import { RowMenu } from "@/components/ui/row-menu";

interface Props {
  /** The address that exports the list. */
  address: string;
  /** The filter of the list, which the export has too. */
  query: Readonly<Record<string, string>>;
  /** The values of `format` that it has; without them, it is always JSON Lines. */
  formats?: readonly string[];
}

/** The menu of a page that exports the entries of its list. */
export function ExportMenu({ address, query, formats }: Props) {
  const exportAs = (label: string, more: Readonly<Record<string, string>>) => ({
    label: `Export ${label}`,
    icon: IconDownload,
    href: `${address}/export?${new URLSearchParams({ ...query, ...more })}`,
  });
  return (
    <RowMenu
      label="Export"
      actions={formats?.map((format) => exportAs(format.toUpperCase(), { format })) ?? [exportAs("JSON Lines", {})]}
    />
  );
}
