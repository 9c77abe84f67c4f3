import { Button, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { ScriptSelect } from "@/components/ui/script-select";
import classes from "./logs.module.css";
import type { LogFilter } from "./use-log";

const LEVELS = [
  { value: "", label: "All levels" },
  { value: "info", label: "Info and above" },
  { value: "warn", label: "Warnings and errors" },
  { value: "error", label: "Errors" },
];
const OUTCOMES = [
  { value: "", label: "All entries" },
  { value: "ok", label: "Calls that went well" },
  { value: "failed", label: "Calls that failed" },
  { value: "exception", label: "Calls that threw" },
  { value: "timeout", label: "Calls that took too long" },
  { value: "killed", label: "Calls that were ended" },
];
interface Props {
  filter: LogFilter;
  /** The text that is being typed. */
  text: string;
  versions: readonly number[];
  set: (part: Partial<LogFilter>) => void;
  search: (text: string) => void;
}

/** The fields of the log's filter. */
export function LogFilters({ filter, text, versions, set, search }: Props) {
  return (
    <div className={classes.filters}>
      <TextInput
        className={classes.search}
        aria-label="Search the log"
        placeholder="Search the log"
        value={text}
        onChange={(event) => search(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
      />
      <ScriptSelect
        aria-label="Level"
        data={LEVELS}
        value={filter.level}
        onChange={(event) => set({ level: event.currentTarget.value })}
      />
      <ScriptSelect
        aria-label="Outcome"
        data={OUTCOMES}
        value={filter.outcome}
        onChange={(event) => set({ outcome: event.currentTarget.value })}
      />
      <ScriptSelect
        aria-label="Version"
        data={[
          { value: "", label: "All versions" },
          ...versions.map((each) => ({ value: String(each), label: `Version ${each}` })),
        ]}
        value={filter.version}
        onChange={(event) => set({ version: event.currentTarget.value })}
      />
      {filter.invocation !== "" && (
        <Button
          variant="default"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => set({ invocation: "" })}
        >
          One call
        </Button>
      )}
    </div>
  );
}
