import { Moment } from "@/components/ui/moment";
import { OpeningRow } from "@/components/ui/opening-row";
import { StatusWord } from "@/components/ui/status-word";
import type { FunctionLogEntry } from "@/lib/services/functions/logs/resource";
import classes from "./logs.module.css";

interface Props {
  entries: readonly FunctionLogEntry[];
  /** Shows the entries of one invocation alone. */
  filter?: (invocation: string) => void;
}

const KINDS = { debug: "quiet", info: "quiet", warn: "warning", error: "bad" } as const;
const LEVELS = { debug: "Debug", info: "Info", warn: "Warning", error: "Error" } as const;

/** Entries of the log: each a line that opens. */
export function LogList({ entries, filter }: Props) {
  return (
    <ol className={classes.entries} aria-label="Entries">
      {entries.map(({ id, at, level, kind, message, invocation, version }) => (
        <OpeningRow
          key={id}
          line={
            <span className={classes.line}>
              <time className={classes.time} dateTime={at} suppressHydrationWarning>
                {at.slice(11, 23)}
              </time>
              <span className={classes.level}>
                <StatusWord kind={KINDS[level]}>{LEVELS[level]}</StatusWord>
              </span>
              <span className={classes.text} data-code={kind === "line" || kind === "exception" || undefined}>
                {message}
              </span>
            </span>
          }
        >
          <pre className={classes.whole}>{message}</pre>
          <p className={classes.about}>
            <Moment at={at} form="exact" />
            {version !== null && <span>Version {version}</span>}
            <code>{invocation}</code>
            {filter && (
              <button type="button" className={classes.only} onClick={() => filter(invocation)}>
                Show this call alone
              </button>
            )}
          </p>
        </OpeningRow>
      ))}
    </ol>
  );
}
