"use client";

import { IconDownload } from "@tabler/icons-react";
import { RowMenu } from "@/components/ui/row-menu";

/** The menu of the page, which exports the entries of the list. */
export function ExportMenu({ address, query }: { address: string; query: Readonly<Record<string, string>> }) {
  const href = `${address}/export?${new URLSearchParams(query)}`;
  return <RowMenu label="Export" actions={[{ label: "Export JSON Lines", icon: IconDownload, href }]} />;
}
