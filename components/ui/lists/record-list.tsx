"use client";

import { UnstyledButton } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";
import { ListKeys } from "@/components/ui/commands/list-keys";
import rows from "@/components/ui/record-list.module.css";
import { useWhenIdle } from "@/components/ui/use-when-idle";

interface Props<Entry> {
  label: string;
  entries: readonly Entry[];
  keyOf?: (entry: Entry) => string;
  line: (entry: Entry) => ReactNode;
  /** Loads the code of the details. */
  load: () => Promise<unknown>;
  details: (entry: Entry, close: () => void) => ReactNode;
  /** Is told when an entry is shown, and when none is any more. */
  onShown?: (isShown: boolean) => void;
}

/** Entries, each a line, and a button that shows all of it at the side. */
export function RecordList<Entry extends { id: string }>({ label, entries, line, load, ...rest }: Props<Entry>) {
  const { keyOf = ({ id }) => id, details, onShown } = rest;
  const [shown, setShown] = useState<Entry | null>(null);
  useWhenIdle(() => void load().catch(() => undefined));
  const show = (entry: Entry | null) => {
    setShown(entry);
    onShown?.(entry !== null);
  };
  return (
    <>
      <ListKeys>
        <ol className={rows.list} aria-label={label} hidden={entries.length === 0}>
          {entries.map((entry) => (
            <li key={keyOf(entry)} data-row>
              <UnstyledButton className={rows.row} aria-haspopup="dialog" onClick={() => show(entry)}>
                {line(entry)}
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </ListKeys>
      {shown && <Suspense key={shown.id}>{details(shown, () => show(null))}</Suspense>}
    </>
  );
}
