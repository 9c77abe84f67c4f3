"use client";

import { UnstyledButton } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { ListKeys } from "@/components/ui/commands/list-keys";
import rows from "@/components/ui/record-list.module.css";
import { StatusWord } from "@/components/ui/status-word";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { ProjectLogEntry } from "@/lib/services/project-logs/resource";
import { useRefresh } from "../charts/use-refresh";
import { LogTime } from "./log-time";
import classes from "./project-log.module.css";
import { SOURCE_NAMES } from "./source-names";
import { useIsScrolledPast } from "./use-is-scrolled-past";

const load = () => import("./log-details");
const Details = lazy(load);

const EVERY_MS = 3_000;

interface Props {
  /** The address of the project. */
  home: string;
  entries: readonly ProjectLogEntry[];
  /** Whether newer entries are to come in. */
  isLive: boolean;
  /** The content in place of the list while it is empty. */
  empty: ReactNode;
}

/** A project's log, newest first: each entry a line, and a button that shows all of it at the side. */
export function ProjectLog({ home, entries, isLive, empty }: Props) {
  const [shown, setShown] = useState<ProjectLogEntry | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const isHeld = useIsScrolledPast(top) || shown !== null;
  useRefresh(isLive && !isHeld ? EVERY_MS : null);
  useWhenIdle(() => void load().catch(() => undefined));
  return (
    <>
      <div ref={top} />
      {isLive && (
        <p role="status" className={classes.live}>
          <StatusWord kind={isHeld ? "quiet" : "good"}>
            {isHeld ? "Held still while you read. Newer entries come in at the top of the page." : "Live"}
          </StatusWord>
        </p>
      )}
      {entries.length === 0 && empty}
      <ListKeys>
        <ol className={rows.list} aria-label="Entries" hidden={entries.length === 0}>
          {entries.map((entry) => (
            <li key={`${entry.source}-${entry.id}`} data-row>
              <UnstyledButton className={rows.row} aria-haspopup="dialog" onClick={() => setShown(entry)}>
                <Line entry={entry} />
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </ListKeys>
      {shown && (
        <Suspense>
          <Details key={shown.id} home={home} entry={shown} close={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}

const KINDS = { info: "quiet", warning: "warning", error: "bad" } as const;

function Line({ entry: { at, source, level, outcome, message, durationMs } }: { entry: ProjectLogEntry }) {
  return (
    <>
      <span className={classes.when}>
        <LogTime at={at} />
      </span>
      <span className={classes.source}>{SOURCE_NAMES[source].one}</span>
      <span className={classes.outcome}>
        <StatusWord kind={KINDS[level]}>{outcome}</StatusWord>
      </span>
      <span className={classes.message}>{message}</span>
      <span className={classes.duration}>{durationMs === null ? "" : `${durationMs.toLocaleString("en")} ms`}</span>
    </>
  );
}
