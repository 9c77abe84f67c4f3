"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState, useTransition } from "react";
import { countText } from "@/components/ui/figure-text";
import { ScriptButton } from "@/components/ui/script-button";
import type { FunctionLogEntry } from "@/lib/services/functions/logs/resource";
import { LogFilters } from "./log-filters";
import { LogList } from "./log-list";
import classes from "./logs.module.css";
import { type LogFilter, NO_FILTER, useLog } from "./use-log";

const PAUSE_MS = 300;
/** As many as the stream begins with: where there are fewer, that's all. */
const FIRST_ENTRIES = 100;

interface Props {
  /** The address of the entries. */
  address: string;
  /** The versions that are known. */
  versions: readonly number[];
  /** The call to begin with, if one was asked for. */
  invocation: string;
}

/** The log of a function as it is written, with filters. */
export function LogView({ address, versions, invocation }: Props) {
  const [filter, setFilter] = useState<LogFilter>({ ...NO_FILTER, invocation });
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { entries, state, hasOlder, readOlder } = useLog(address, { ...filter, text: asked });
  /** What was there when it was paused; `null` while it isn't. */
  const [paused, setPaused] = useState<readonly FunctionLogEntry[] | null>(null);
  const [isReading, begin] = useTransition();
  const set = (part: Partial<LogFilter>) => {
    setPaused(null);
    setFilter((last) => ({ ...last, ...part }));
  };
  const shown = paused ?? entries;
  const waiting = paused ? entries.filter(({ id }) => Number(id) > Number(paused[0]?.id ?? 0)).length : 0;
  const isFiltered = asked !== "" || Object.values(filter).some((value) => value !== "");
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <LogFilters
        filter={filter}
        text={text}
        versions={versions}
        set={set}
        search={(typed) => {
          setPaused(null);
          setText(typed);
        }}
      />
      <div className={classes.head}>
        <p role="status" className={classes.meta}>
          {stateText(state, waiting)}
        </p>
        <ScriptButton
          variant="default"
          size="compact-sm"
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => setPaused(paused ? null : entries)}
        >
          {paused ? "Resume" : "Pause"}
        </ScriptButton>
      </div>
      {shown.length > 0 ? (
        <LogList entries={shown} filter={(call) => set({ invocation: call })} />
      ) : (
        <p className={classes.none}>
          {isFiltered
            ? "No entries fit. Choose another filter."
            : "Nothing yet. What the function writes with console, and what becomes of each call, appears here."}
        </p>
      )}
      {entries.length >= FIRST_ENTRIES && hasOlder && !paused && (
        <div className={classes.older}>
          <ScriptButton variant="default" loading={isReading} onClick={() => begin(readOlder)}>
            Older
          </ScriptButton>
        </div>
      )}
    </>
  );
}

function stateText(state: ReturnType<typeof useLog>["state"], waiting: number): string {
  if (state === "opening") return "Connecting …";
  if (state === "away") return "Not connected. Trying again …";
  return waiting > 0 ? `Live · ${countText(waiting, "new entry").replace("entrys", "entries")}` : "Live";
}
