"use client";

import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconCopy, IconDownload } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { countText } from "@/components/ui/figure-text";
import { saveFile } from "@/components/ui/save-file";
import type { Way } from "./insert-dialog";
import type { Format, ShownRows } from "./rows-text";

const InsertDialog = dynamic(() => import("./insert-dialog").then((module) => module.InsertDialog), {
  loading: () => null,
});

const FORMATS: { format: Format; label: string; extension: string; type: string }[] = [
  { format: "csv", label: "CSV", extension: "csv", type: "text/csv;charset=utf-8" },
  { format: "tsv", label: "TSV", extension: "tsv", type: "text/tab-separated-values;charset=utf-8" },
  { format: "json", label: "JSON", extension: "json", type: "application/json" },
  { format: "insert", label: "INSERT…", extension: "sql", type: "application/sql" },
  { format: "markdown", label: "Markdown", extension: "md", type: "text/markdown;charset=utf-8" },
];

interface Props {
  /** The words for the rows that are copied and saved. */
  what: string;
  /** Returns the rows that are copied and saved: the loaded rows, or the selection of them. */
  pick: () => ShownRows;
  /** The statement that the rows came from. */
  statement: string;
}

/** Two menus that copy and save rows in a format. INSERT asks for the table first. */
export function ExportMenus({ what, pick, statement }: Props) {
  const [asked, setAsked] = useState<Way | null>(null);
  const act = (way: Way, format: Format) => {
    if (format === "insert") setAsked(way);
    else void exportRows(way, format, pick());
  };
  return (
    <>
      <FormatMenu
        label="Copy"
        icon={<IconCopy size={14} aria-hidden />}
        what={what}
        act={(format) => act("copy", format)}
      />
      <FormatMenu
        label="Download"
        icon={<IconDownload size={14} aria-hidden />}
        what={what}
        act={(format) => act("download", format)}
      />
      {asked && (
        <InsertDialog
          way={asked}
          statement={statement}
          columns={pick().columns.map(({ name }) => name)}
          close={() => setAsked(null)}
          confirm={(table) => {
            setAsked(null);
            void exportRows(asked, "insert", pick(), table);
          }}
        />
      )}
    </>
  );
}

interface FormatMenuProps {
  label: string;
  icon: React.ReactNode;
  what: string;
  act: (format: Format) => void;
}

function FormatMenu({ label, icon, what, act }: FormatMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={icon}
          rightSection={<IconChevronDown size={12} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{what}</Menu.Label>
        {FORMATS.map(({ format, label: name }) => (
          <Menu.Item key={format} onClick={() => act(format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

async function exportRows(way: Way, format: Format, shown: ShownRows, table = ""): Promise<void> {
  try {
    const { rowsText } = await import("./rows-text");
    const parts = await rowsText(format, shown, { table });
    const file = FORMATS.find((known) => known.format === format);
    if (way === "copy") copyText(parts.join(""), countText(shown.rows.length, "row"));
    else saveFile(`result.${file?.extension}`, file?.type ?? "", parts);
  } catch {
    notifications.show({ message: "Couldn't load the exporter. Try again.", color: "red", role: "alert" });
  }
}
