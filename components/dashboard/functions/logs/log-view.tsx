"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useState, useTransition } from "react";
import { countText } from "@/components/ui/figure-text";
import { LiveHead, NothingYet } from "@/components/ui/live-list";
import { ScriptButton } from "@/components/ui/script-button";
import { usePaused } from "@/components/ui/use-paused";
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
  const { shown, isPaused, waiting, toggle, resume } = usePaused(entries);
  const [isReading, begin] = useTransition();
  const set = (part: Partial<LogFilter>) => {
    resume();
    setFilter((last) => ({ ...last, ...part }));
  };
  const isFiltered = asked !== "" || Object.values(filter).some((value) => value !== "");
  return (
    <>
      <LogFilters
        filter={filter}
        text={text}
        versions={versions}
        set={set}
        search={(typed) => {
          resume();
          setText(typed);
        }}
      />
      <LiveHead state={stateText(state, waiting)} isPaused={isPaused} togglePause={toggle} />
      {shown.length > 0 ? (
        <LogList entries={shown} filter={(call) => set({ invocation: call })} />
      ) : (
        <NothingYet>
          {isFiltered
            ? "No entries fit. Choose another filter."
            : "Nothing yet. The function's console output and the outcome of each call appear here."}
        </NothingYet>
      )}
      {entries.length >= FIRST_ENTRIES && hasOlder && !isPaused && (
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
  return waiting > 0 ? `Live · ${countText(waiting, "new entry", "new entries")}` : "Live";
}
