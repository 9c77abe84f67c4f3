import { LiveLine, LiveList } from "@/components/ui/live-list";
import { Moment } from "@/components/ui/moment";
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
    <LiveList label="Entries">
      {entries.map(({ id, at, level, kind, message, invocation, version }) => (
        <LiveLine
          key={id}
          at={at}
          time={at.slice(11, 23)}
          kind={KINDS[level]}
          word={LEVELS[level]}
          text={message}
          isCode={kind === "line" || kind === "exception"}
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
        </LiveLine>
      ))}
    </LiveList>
  );
}
