"use client";

import { ActionIcon, Group, Text, Tooltip } from "@mantine/core";
import {
  IconArrowLeft,
  IconArrowRight,
  IconCopy,
  IconDownload,
  IconMaximize,
  IconX,
  type TablerIcon,
} from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { copyText } from "@/components/ui/copy-text";
import { Dialog } from "@/components/ui/dialog";
import { saveFile } from "@/components/ui/save-file";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import { inWords, withTurnsShown } from "../../grid/cell-text";
import { bytesOf, isBytes } from "./bytes";
import classes from "./value-panel.module.css";
import { ValueView } from "./value-view";

export type ViewerPlace = "side" | "dialog";

interface Props {
  /** The place at which the value is shown, if it is. */
  place: ViewerPlace | null;
  column: ResultColumn;
  row: number;
  value: string | null;
  close: () => void;
  /** Moves to the value before or after this one in its row. */
  step: (by: 1 | -1) => void;
  /** Handles a key that moves to another cell, and returns whether it did. */
  onMove: (event: KeyboardEvent) => boolean;
  /** Opens the value in a dialog. */
  enlarge: () => void;
}

/** A whole value beside its grid or in a dialog. Alt and the arrow keys show the value of another cell. */
export default function ValuePanel(props: Props) {
  const { place, column, row, value, close, onMove } = props;
  const name = `${withTurnsShown(column.name)}, row ${(row + 1).toLocaleString("en")}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && place === "side") close();
    else if (!event.altKey || !onMove(event)) return;
    event.preventDefault();
  };
  const content =
    value === null ? <Text c="dimmed">NULL</Text> : <ValueView typeName={column.typeName} value={value} />;
  return (
    <>
      <Dialog opened={place === "dialog"} onClose={close} size="xl" title={name} onKeyDown={onKeyDown}>
        <Tools {...props} />
        {content}
      </Dialog>
      {place === "side" && (
        <aside className={classes.side} aria-label={`Value of ${name}`} onKeyDown={onKeyDown}>
          <div className={classes.head}>
            <p className={classes.title} title={name}>
              {name}
            </p>
            <Tools {...props} />
          </div>
          <div className={classes.content}>{content}</div>
        </aside>
      )}
    </>
  );
}

function Tools({ place, column, value, close, step, enlarge }: Props) {
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <Tool label="Previous value (Alt+Left)" icon={IconArrowLeft} act={() => step(-1)} />
      <Tool label="Next value (Alt+Right)" icon={IconArrowRight} act={() => step(1)} />
      {value !== null && (
        <>
          <Tool
            label="Copy value"
            icon={IconCopy}
            act={() => copyText(inWords(column.typeName, value) ?? "", "Value")}
          />
          <Tool label="Download value" icon={IconDownload} act={() => saveValue(column, value)} />
        </>
      )}
      {place === "side" && (
        <>
          <Tool label="Open in a dialog" icon={IconMaximize} act={enlarge} />
          <Tool label="Close (Esc)" icon={IconX} act={close} />
        </>
      )}
    </Group>
  );
}

function Tool({ label, icon: Icon, act }: { label: string; icon: TablerIcon; act: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" onClick={act} aria-label={label.replace(/ \(.*\)$/, "")}>
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Saves bytes as they are, and any other value as text. */
function saveValue({ name, typeName }: ResultColumn, value: string): void {
  const file = name.replace(/[^\p{L}\p{N}_-]+/gu, "_") || "value";
  if (typeName === "bytea" && isBytes(value)) saveFile(`${file}.bin`, "application/octet-stream", bytesOf(value));
  else if (/^jsonb?$/.test(typeName)) saveFile(`${file}.json`, "application/json", value);
  else saveFile(`${file}.txt`, "text/plain;charset=utf-8", value);
}
